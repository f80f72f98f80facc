package driver;

import java.util.Map;

/** A build file that compiles, tests, runs and transforms. */
final class CodeBuilds {
    private static final String CODE = """
        <project name="code" default="all">
          <path id="jars"><restrict><path path="${java.class.path}"/><name name="*.jar"/></restrict></path>
          <target name="sources">
            <copy todir="src"><fileset dir="${folder}" includes="p/*.java"/><filterset><filter token="GREETING" value="hello"/></filterset></copy>
          </target>
          <target name="compile" depends="sources">
            <mkdir dir="classes"/>
            <javac srcdir="src" destdir="classes" includeantruntime="false" debug="true" debuglevel="lines,vars" deprecation="off" encoding="UTF-8" release="11" nowarn="true" createMissingPackageInfoClass="true">
              <include name="**/*.java"/><compilerarg value="-Xlint:none"/><classpath refid="jars"/>
            </javac>
            <javac destdir="classes" classpathref="jars" includeantruntime="no" listfiles="yes" failonerror="false" errorProperty="broken" source="11" target="11"><src path="src"/><exclude name="**/Used.java"/></javac>
            <javac srcdir="src" destdir="classes" includeantruntime="no" includes="none/**" updatedProperty="updated"/>
            <depend srcdir="src" destdir="classes" cache="depcache" closure="yes" dump="true"/>
            <touch file="src/p/Used.java" datetime="01/02/2037 03:04 AM"/>
            <depend srcdir="src" destdir="classes" cache="depcache"/>
            <javac srcdir="src" destdir="classes" classpathref="jars" includeantruntime="false"/>
            <classfileset id="used" dir="classes" rootclass="p.Uses"/>
            <pathconvert property="needed" pathsep=" "><fileset refid="used"/><map from="${basedir}/classes/" to=""/></pathconvert>
            <whichresource property="which" class="p.Used" classpath="classes"/>
            <available property="there" classname="p.Used"><classpath><pathelement location="classes"/></classpath></available>
            <echo>${needed} ${which} ${there} ${broken} ${updated}</echo>
            <jar destfile="code.jar" basedir="classes"><manifest><attribute name="Main-Class" value="p.Uses"/></manifest></jar>
          </target>
          <target name="run" depends="compile">
            <java classname="p.Uses" classpath="classes" failonerror="true"><arg value="one"/><arg line="two 'three four'"/><sysproperty key="given" value="property"/></java>
            <java classname="driver.Extensions$App" outputproperty="of.app"><arg value="in"/><sysproperty key="given" value="here"/><syspropertyset><propertyref name="ant.project.name"/></syspropertyset></java>
            <java jar="code.jar" fork="true" output="forked.txt" error="forked.err" resultproperty="forked" timeout="20000"><jvmarg value="-Xshare:auto"/><arg file="x"/><env key="A" value="b"/></java>
            <java classname="p.Exits" classpath="classes" resultproperty="exited" failonerror="false"/>
            <java classname="p.Fails" classpath="classes" resultproperty="failing" failonerror="false" logerror="true"/>
            <java classname="p.Slow" classpath="classes" timeout="50" failonerror="false" resultproperty="slow"/>
            <echo>${of.app} ${forked} ${exited}</echo>
          </target>
          <target name="test" depends="run">
            <junit printsummary="withOutAndErr" haltonfailure="no" failureproperty="failed" fork="false" showoutput="no" filtertrace="on" logfailedtests="true" enableTestListenerEvents="true">
              <classpath path="classes"/><formatter type="xml"/><formatter type="plain" usefile="true"/><formatter type="brief" extension=".brief"/><formatter type="failure"/>
              <test name="driver.Tests$Old" todir="."/><test name="driver.Tests$New" todir="." methods="passes,fails,ignored" if="there"/>
              <batchtest todir="."><fileset dir="src" includes="**/*Test.java"/></batchtest>
            </junit>
            <length property="reports" mode="all"><fileset dir="." includes="TEST-*"/></length>
            <echo>${failed}</echo>
          </target>
          <target name="xml" depends="test">
            <echo file="in.xml"><![CDATA[<list><item n="2">two</item><item n="1">one</item></list>]]></echo>
            <echo file="list.xsl"><![CDATA[<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="text"/><xsl:param name="p"/>
              <xsl:template match="/"><xsl:value-of select="$p"/><xsl:for-each select="list/item"><xsl:sort select="@n"/>,<xsl:value-of select="."/></xsl:for-each></xsl:template></xsl:stylesheet>]]></echo>
            <xslt in="in.xml" out="out.txt" style="list.xsl" force="true"><param name="p" expression="items"/><param name="q" expression="none" if="never"/><outputproperty name="method" value="text"/></xslt>
            <xslt basedir="." destdir="styled" includes="in.xml" extension=".txt" style="list.xsl"><factory name="org.apache.xalan.processor.TransformerFactoryImpl"><attribute name="http://xml.apache.org/xalan/features/incremental" value="false"/></factory><xmlcatalog><dtd publicId="-//none" location="none.dtd"/></xmlcatalog></xslt>
            <xslt destdir="styled2" style="list.xsl" useimplicitfileset="no"><fileset dir="." includes="in.xml"/><globmapper from="*.xml" to="*.text"/></xslt>
            <loadfile property="styled" srcfile="out.txt"/>
            <echo file="valid.xml"><![CDATA[<!DOCTYPE d SYSTEM "d.dtd" [<!ELEMENT d (#PCDATA)>]><d>x</d>]]></echo><echo file="d.dtd"/>
            <xmlvalidate file="valid.xml" warn="false" lenient="false"/><xmlvalidate lenient="yes"><fileset dir="." includes="in.xml"/></xmlvalidate>
            <echo file="s.xsd"><![CDATA[<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="d" type="xs:int"/></xs:schema>]]></echo><echo file="s.xml"><![CDATA[<d>7</d>]]></echo>
            <schemavalidate file="s.xml" noNamespaceFile="s.xsd" failonerror="false"/>
            <xmlproperty file="in.xml" includesemanticattribute="true" delimiter=";" rootDirectory="${basedir}"/>
            <xmlcatalog id="catalog"><entity publicId="-//E" location="d.dtd"/><classpath path="classes"/></xmlcatalog>
            <echo>${styled} ${list.item}</echo>
          </target>
          <target name="text" depends="xml">
            <mkdir dir="bundles"/><echo file="bundles/b_en.properties">key=translated</echo><echo file="bundles/in.txt">say #key# and #other#</echo>
            <translate todir="translated" starttoken="#" endtoken="#" bundle="bundles/b" bundlelanguage="en" forceoverwrite="yes"><fileset dir="bundles" includes="*.txt"/></translate>
            <loadfile property="translated" srcfile="translated/in.txt"/>
            <concat encoding="ISO-8859-1"><file file="classes/p/Used.class"/><filterchain><classconstants/></filterchain></concat>
            <echo>${translated}</echo>
            <classloader name="loader" classpath="classes" reset="false" xmlns:if="ant:if" if:set="never"/>
          </target>
          <target name="all" depends="text"/>
        </project>
        """;

    static final Map<String, String> BUILDS = Map.of(
        "code.xml", CODE,
        "p/Uses.java", "package p; public class Uses { public static void main(String[] all) { System.out.println(new Used().greet() + all.length + System.getProperty(\"given\")); } }",
        "p/Used.java", "package p; public class Used { public static final String WORD = \"@GREETING@\"; String greet() { return WORD; } class Inner { } }",
        "p/Exits.java", "package p; public class Exits { public static void main(String[] all) { System.out.println(\"left\"); } }",
        "p/Fails.java", "package p; public class Fails { public static void main(String[] all) { throw new IllegalStateException(\"fails\"); } }",
        "p/Slow.java", "package p; public class Slow { public static void main(String[] all) throws Exception { Thread.sleep(400); } }",
        "p/OwnTest.java", "package p; public class OwnTest extends junit.framework.TestCase { public void testOwn() { assertEquals(new Used().greet(), Used.WORD); } }",
        "p/package-info.java", "/** A package. */ package p;");

    private CodeBuilds() {
    }
}
