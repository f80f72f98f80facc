//- p/package-info.java
/** Of the package. */
@Deprecated
package p;
//- p/A.java
package p;

class A {
    void f() { hashCode(); } //~ call java/lang/Object.hashCode()I virtual
}
