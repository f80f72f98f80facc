package residua.log;

import java.util.Locale;

/** The effects that calls of the library have on other threads. {@code models.tsv} says which call has which. */
enum Effect {
    /** Nothing that another thread could see. */
    NONE,
    /** The class of the receiver says it: the line is for the weaver alone. */
    RECEIVER,
    /** Reads the object, without synchronization. */
    READ,
    /** Writes the object, without synchronization, and sees nothing of it. */
    WRITE,
    /** Reads and writes the object, without synchronization. */
    CHANGE,
    /** May read and write the object, what it is made of, and what it gives; nothing says which. */
    TOUCH,
    /** May read the object; nothing says whether. */
    PEEK,
    /** May read a state of the whole JVM, such as its properties. */
    PEEK_JVM,
    /** May read and write it. */
    TOUCH_JVM,
    /** Sees all that was given to the object before. */
    LOOK,
    /** Gives what the thread has done to those who look later. */
    GIVE,
    /** Takes something, and is ordered with all that give and take. */
    TAKE,
    /** Gives and looks. */
    BOTH,
    /** A volatile read of the object in one step. */
    ATOMIC_READ,
    /** A volatile write of the object in one step. */
    ATOMIC_WRITE,
    /** A volatile update of the object in one step. */
    ATOMIC_UPDATE,
    /** An update in one step that may fail. */
    COMPARE_AND_SET,
    /** Is ordered with all calls of this effect, of all objects. */
    ALL,
    /** As all, if the stream is parallel. */
    PARALLEL,
    /** Hands a task to other threads. */
    TASK,
    /** Hands a task over that runs again and again. */
    PERIODIC,
    /** Hands all tasks of a collection to other threads, and waits for them. */
    TASKS,
    /** Hands its receiver to other threads. */
    SELF,
    /** Has waited for a task. */
    DONE,
    /** Has waited for all tasks of an executor. */
    ENDED,
    /** Reads the elements of the array that is the first argument. */
    ELEMENTS_READ,
    /** Reads and writes these elements. */
    ELEMENTS_CHANGE,
    /** Reads and writes these elements, on several threads. */
    ELEMENTS_PARALLEL,
    /** Sees what other threads do, and nothing says what of it. */
    QUERY,
    /** Has made a view: no word of the table. */
    MADE,
    /** May have given an entry of a map: no word of the table. */
    ENTRY,
    /** Makes a condition of a lock, or a view of it. */
    VIEW;

    /** Returns whether other threads may begin by it, or may do something with what they are given. */
    boolean isSharing() {
        switch (this) {
            case NONE:
            case RECEIVER:
            case READ:
            case WRITE:
            case CHANGE:
            case TOUCH:
            case PEEK:
            case PEEK_JVM:
            case TOUCH_JVM:
            case ATOMIC_READ:
            case ATOMIC_WRITE:
            case ATOMIC_UPDATE:
            case COMPARE_AND_SET:
            case ELEMENTS_READ:
            case ELEMENTS_CHANGE:
            case VIEW:
                return false;
            default:
                return true;
        }
    }

    static Effect of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
