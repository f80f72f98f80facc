package residua.runtime;

import java.lang.invoke.SerializedLambda;

/** Method references of woven classes that are read back. */
public final class SerializedReferences {
    private SerializedReferences() {}

    /**
     * The form that a method reference had before it was woven.
     *
     * @param lambda what is read
     * @param capturing the class that made it
     * @param table a line for each woven reference: the method that it names, the kind of the method that it named, and that
     *     method's class, name and descriptor
     * @return the same for anything else
     */
    public static SerializedLambda original(SerializedLambda lambda, Class<?> capturing, String table) {
        for (String line : table.split("\n")) {
            String[] parts = line.split(" ");
            if (parts[0].equals(lambda.getImplMethodName())) {
                return renamed(lambda, capturing, parts);
            }
        }
        return lambda;
    }

    private static SerializedLambda renamed(SerializedLambda lambda, Class<?> capturing, String[] original) {
        Object[] captured = new Object[lambda.getCapturedArgCount()];
        for (int i = 0; i < captured.length; i++) {
            captured[i] = lambda.getCapturedArg(i);
        }
        return new SerializedLambda(
                capturing,
                lambda.getFunctionalInterfaceClass(),
                lambda.getFunctionalInterfaceMethodName(),
                lambda.getFunctionalInterfaceMethodSignature(),
                Integer.parseInt(original[1]),
                original[2],
                original[3],
                original[4],
                lambda.getInstantiatedMethodType(),
                captured);
    }
}
