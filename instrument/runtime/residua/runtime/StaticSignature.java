package residua.runtime;

import java.lang.reflect.Modifier;

/** What specifications of JavaMOP ask of the initialization of a class, as AspectJ's {@code Signature} answers it. */
public final class StaticSignature {
    private final Class<?> declaring;

    /** @param declaring the class that is initialized */
    public StaticSignature(Class<?> declaring) {
        this.declaring = declaring;
    }

    /** @return the class that is initialized */
    public Class<?> getDeclaringType() {
        return declaring;
    }

    /** @return its name */
    public String getDeclaringTypeName() {
        return declaring.getName();
    }

    /** @return the name of what initializes it */
    public String getName() {
        return "<clinit>";
    }

    /** @return that it is static */
    public int getModifiers() {
        return Modifier.STATIC;
    }
}
