class A {
    static int[] ints() { return null; }
    static int a() { return 1; }
    static void u() {}
    int x;
    //~ flow entry -> intValue; a#1 -> a#2; a#2 -> return; hashCode -> return; intValue -> ints; ints -> a#1
    //~ flow u -> return
    //~ flow a#1 ! java/lang/ArithmeticException|java/lang/ArrayIndexOutOfBoundsException:hashCode java/lang/NullPointerException:u throw
    //~ flow a#2 ! java/lang/ArithmeticException|java/lang/ArrayIndexOutOfBoundsException:hashCode java/lang/NullPointerException:u throw
    //~ flow hashCode ! throw
    //~ flow intValue ! java/lang/ArithmeticException|java/lang/ArrayIndexOutOfBoundsException:hashCode java/lang/NullPointerException:u throw
    //~ flow ints ! java/lang/ArithmeticException|java/lang/ArrayIndexOutOfBoundsException:hashCode java/lang/NullPointerException:u throw
    //~ flow u ! throw
    int caught(A other, Object o) {
        try {
            return other.x + (Integer) o + ints()[a()] / a();
        } catch (NullPointerException e) {
            u();
        } catch (ArithmeticException | ArrayIndexOutOfBoundsException e) {
            return e.hashCode(); //~ call java/lang/Object.hashCode()I virtual
        }
        return 0;
    }
}
