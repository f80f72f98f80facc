/** A module. */
@Deprecated open module seeds.all { requires transitive java.base; requires static java.logging; exports seeds; exports seeds.a to b, c; uses java.lang.Runnable; provides java.lang.Runnable with seeds.A, seeds.B; }
