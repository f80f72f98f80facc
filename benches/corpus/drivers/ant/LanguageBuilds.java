package driver;

import java.util.List;
import java.util.Map;

/** Build files about the language itself: properties, conditions, macros, other build files, threads. */
final class LanguageBuilds {
    private static final String LANGUAGE = """
        <project name="language" default="all" xmlns:my="urn:my" xmlns:if="ant:if" xmlns:unless="ant:unless"
            xmlns:cond="antlib:org.apache.tools.ant.types.conditions" xmlns:self="ant:current">
          <description>What build files say beside tasks.</description>
          <import file="${folder}/imported.xml"/>
          <import optional="true"><fileset dir="${folder}" includes="extra*.xml"/></import>
          <include file="${folder}/imported.xml" as="inc"/>
          <import file="${folder}/nowhere.xml" optional="true"/>
          <target name="ready" depends="imported.base"/>
          <target name="base" depends="imported.base"><echo>overridden base</echo></target>
          <extension-point name="point" depends="base"/>
          <target name="hooked" extensionOf="point"><echo>hooked</echo></target>
          <target name="inner" if="inner.wanted" unless="inner.unwanted"><echo>inner ${given} ${inner.value} ${toString:handed}</echo></target>
          <bindtargets targets="inner" extensionPoint="point"/>

          <target name="define">
            <taskdef name="greet" classname="driver.Extensions$Greet"/>
            <taskdef name="plain" classname="driver.Extensions$Plain"/>
            <taskdef name="anything" uri="urn:my" classname="driver.Extensions$Anything"/>
            <typedef name="even" classname="driver.Extensions$Even" adaptto="org.apache.tools.ant.taskdefs.condition.Condition"/>
            <typedef name="person" classname="driver.Extensions$Greet$Person"/>
            <taskdef resource="none.properties" onerror="ignore"/>
            <typedef file="${folder}/definitions.properties"/>
            <typedef file="${folder}/antlib.xml" uri="urn:lib"/>
            <componentdef name="number" classname="driver.Extensions$Numbers"/>
            <presetdef name="shout"><greet volume="HIGH" manner="curt" mark="!"/></presetdef>
            <macrodef name="twice" uri="urn:my" backtrace="false">
              <attribute name="what" description="what to say"/><attribute name="mark" default="?"/>
              <attribute name="doubled" default="@{what}@{what}" doubleexpanding="no"/>
              <text name="text" optional="true" trim="true"/><element name="body" optional="yes"/>
              <sequential><echo>@{what}@{mark} @{doubled} @{text} @@{what}</echo><body/><body/></sequential>
            </macrodef>
            <greet times="2" polite="yes" file="some/file" path="a:b" type="java.lang.Number"><person name="ann"><friend name="bob"/>the first</person><even number="4"/><echo>nested</echo></greet>
            <shout><person name="cid"/></shout><shout manner="kind"/>
            <plain text="task"/>
            <my:anything colour="red"><my:part/><my:part size="3"/></my:anything>
            <my:twice what="say"><body><echo>body</echo></body>  text  </my:twice>
            <condition property="is.even"><and><even number="2"/><not><even number="3"/></not></and></condition>
            <echo>${is.even}</echo>
          </target>

          <target name="properties" depends="define">
            <property name="a" value="1"/><property name="a" value="2"/><property name="b" value="${a}${missing}$$"/>
            <property name="multi">text of ${a}</property>
            <typedef name="doubling" classname="driver.Extensions$Doubling"/>
            <propertyhelper><doubling/></propertyhelper>
            <propertyset id="some"><propertyref prefix="m"/><propertyref name="a"/><propertyref regex="^b$$"/><propertyref builtin="commandline"/><mapper type="glob" from="*" to="x.*"/></propertyset>
            <propertyset id="not" negate="true" dynamic="no"><propertyset refid="some"/></propertyset>
            <echoproperties prefix="mul" destfile="mul.properties"/><echoproperties format="xml" destfile="echoed.xml"><propertyset><propertyref name="a"/></propertyset></echoproperties>
            <echoproperties regex="^a$$" destfile="echoed.properties"/>
            <local name="here"/><property name="here" value="in"/>
            <sequential><local name="here"/><property name="here" value="deeper"/><echo>${here}</echo></sequential>
            <echo>${here} ${b} ${multi} ${ant:project.name} ${toString:some}</echo>
            <input message="sure?" validargs="yes,no" addproperty="sure" defaultvalue="no"/><input addproperty="any">any</input>
            <input message="secret" addproperty="secret"><handler classname="driver.Extensions$Answers"/></input>
            <echo if:set="sure" unless:blank="${any}">sure ${sure} ${any}</echo><echo if:true="false">never</echo><echo unless:set="nowhere">ever</echo>
          </target>

          <target name="conditions" depends="properties">
            <condition property="all" value="held" else="failed">
              <and>
                <or><istrue value="no"/><isset property="a"/></or><not><isfalse value="on"/></not><equals arg1=" A " arg2="a" casesensitive="no" trim="yes"/>
                <contains string="haystack" substring="Stack" casesensitive="no"/><matches pattern="^h.*k$$" string="HAYSTACK" casesensitive="false"/>
                <os family="unix"/><not><os name="none" arch="none" version="none"/></not><isreference refid="some" type="propertyset"/><xor><istrue value="yes"/><istrue value="no"/></xor>
                <typefound name="copy"/><not><typefound name="none"/></not><javaversion atleast="1.8"/><cond:not><cond:isset property="zzz"/></cond:not>
                <hasfreespace partition="${basedir}" needed="1K"/><parsersupports feature="http://xml.org/sax/features/namespaces"/><isfailure code="1"/><hasmethod classname="java.lang.String" method="trim"/>
                <hasmethod classname="java.lang.Integer" field="MAX_VALUE"/><resourceexists><file file="${folder}/imported.xml"/></resourceexists><resourcecontains resource="${folder}/imported.xml" substring="IMPORTED" casesensitive="false"/>
                <isfileselected file="${folder}/imported.xml"><size value="1" when="more"/></isfileselected><islastmodified datetime="01/01/2020 00:00 AM" mode="after"><file file="${folder}/imported.xml"/></islastmodified>
                <not><issigned file="${folder}/imported.xml"/></not><length string="abc" length="3"/><available file="${folder}/imported.xml"/><uptodate srcfile="${folder}/imported.xml" targetfile="${folder}/imported.xml"/>
                <filesmatch file1="${folder}/imported.xml" file2="${folder}/imported.xml" textfile="true"/><not><socket server="localhost" port="1"/></not><not><http url="http://localhost:1/"/></not><not><antversion atleast="9.9"/></not>
              </and>
            </condition>
            <echo>${all}</echo>
            <waitfor maxwait="2" maxwaitunit="second" checkevery="10" timeoutproperty="late"><isset property="all"/></waitfor>
            <waitfor maxwait="30" checkevery="10" timeoutproperty="late"><isset property="none"/></waitfor>
            <fail message="never" if="none"/><fail><condition><isset property="none"/></condition></fail>
            <retry retrycount="2" retrydelay="1"><sequential><touch file="retried"/><fail unless="all"/></sequential></retry>
            <sleep milliseconds="5"/>
            <echo>${late}</echo>
          </target>

          <target name="threads" depends="conditions">
            <parallel threadcount="3">
              <my:twice what="p1"/><sequential><sleep milliseconds="20"/><echo>p2</echo></sequential><antcall target="inner"><param name="inner.wanted" value="p3"/></antcall><shout><person name="p4"/></shout><echo file="p5">p5</echo>
              <concat destfile="p6">p6</concat><mkdir dir="p7/p8"/><copy file="${folder}/imported.xml" todir="p9"/><local name="p10"/>
            </parallel>
            <parallel threadsperprocessor="1" failonany="false" pollInterval="10"><daemons><sequential><echo>daemon</echo></sequential></daemons><sequential><echo>p11</echo></sequential><sleep milliseconds="50"/></parallel>
            <parallel timeout="5000"><echo>in time</echo><exec executable="true"/></parallel>
            <parallel><zip destfile="t.zip"><fileset dir="p7"/></zip><tar destfile="t.tar"><fileset dir="p9"/></tar><checksum><fileset dir="." includes="p5"/></checksum><exec executable="echo" output="t.out"><arg value="x"/></exec></parallel>
          </target>

          <target name="others" depends="threads">
            <path id="handed" path="${folder}/x"/>
            <antcall target="inner" inheritRefs="true"><param name="inner.wanted" value="1"/><param name="given" value="called"/><reference refid="handed"/></antcall>
            <antcall inheritall="false"><target name="point"/><target name="imported.base"/><propertyset><propertyref prefix="a"/></propertyset></antcall>
            <ant antfile="${folder}/sub/build.xml" dir="${folder}/sub" target="hello" inheritAll="false" output="ant.log"><property name="given" value="ant"/><reference refid="handed" torefid="taken"/></ant>
            <ant antfile="${folder}/sub/build.xml" usenativebasedir="true"><target name="hello"/><target name="bye"/></ant>
            <subant target="hello" inheritall="true" failonerror="false" verbose="true"><property name="given" value="subant"/><fileset dir="${folder}" includes="sub*/build.xml"/></subant>
            <subant genericantfile="${folder}/sub/build.xml" target="bye" buildpath="${folder}/sub2"/>
            <record name="${basedir}/record.log" action="start" loglevel="verbose" emacsmode="true"/><echo>recorded</echo><record name="${basedir}/record.log" action="stop"/>
            <exec executable="true" resultproperty="code" failonerror="true"/><exec executable="sh" outputproperty="said" errorproperty="cried" inputstring="input"><arg line="-c 'cat; echo out; echo err >&amp;2'"/><env key="K" value="V"/></exec>
            <exec executable="sh" failonerror="false" resultproperty="bad" searchpath="true"><arg value="-c"/><arg value="exit 3"/></exec><exec executable="none-such" failifexecutionfails="false" osfamily="windows"/>
            <exec executable="echo" logError="true"><arg value="a b"/><redirector outputproperty="redirected" alwayslog="true"><outputfilterchain><tokenfilter><replacestring from="a" to="c"/></tokenfilter></outputfilterchain></redirector></exec>
            <exec executable="sleep" timeout="100" failonerror="false" resultproperty="killed"><arg value="5"/></exec>
            <exec executable="sleep" spawn="true"><arg value="0"/></exec>
            <echo>${code} ${said} ${cried} ${bad} ${redirected}</echo>
          </target>

          <target name="all" depends="ready,point,others,inc.base">
            <antstructure output="structure.dtd"/>
            <defaultexcludes add="**/none"/><defaultexcludes remove="**/none"/><defaultexcludes default="true"/>
            <diagnostics if:set="nothing"/>
            <echo level="verbose">not said</echo><echo output="output.txt">to a resource</echo>
            <projecthelper/>
            <setproxy nonproxyhosts="localhost"/>
          </target>
        </project>
        """;

    private static final String IMPORTED = """
        <?xml version="1.0"?>
        <!DOCTYPE project [<!ENTITY word "entity">]>
        <project name="imported" default="base" basedir=".">
          <dirname property="imported.dir" file="${ant.file.imported}"/>
          <property name="from.import" value="imported"/>
          <target name="base" description="the base"><echo>&word; ${from.import}</echo></target>
        </project>
        """;

    private static final String SUB = """
        <project name="sub" default="hello"><target name="hello"><echo>hello ${given} ${toString:taken}</echo></target><target name="bye" depends="hello"><basename property="in" file="${basedir}"/><echo>bye ${in}</echo></target></project>
        """;

    private static final String COMMAND = """
        <project name="command" default="second" basedir=".">
          <description>Built by the command line.</description>
          <property name="said" value="nothing"/>
          <target name="first" description="says what is said"><echo>first ${said}</echo><echo level="error">loud</echo></target>
          <target name="second" depends="first"><echo>second ${from.file}</echo><mkdir dir="${java.io.tmpdir}"/></target>
          <target name="fails"><fail message="as it must" status="3"/></target>
          <target name="more" depends="second"><exec executable="echo"><arg value="from outside"/></exec><parallel><echo>one</echo></parallel></target>
          <target name="missing"><input addproperty="none.given">Ask</input></target>
          <target name="-hidden"/>
        </project>
        """;

    private static final String ANTLIB = """
        <antlib><typedef name="nums" classname="driver.Extensions$Numbers"/><macrodef name="m"><sequential><echo>m</echo></sequential></macrodef><presetdef name="pre"><echo level="info">pre</echo></presetdef></antlib>
        """;

    /** Build files that do not build. */
    static final List<String> WRONG = List.of(
        "<project default='none'/>",
        "<project default='a'><target name='a' depends='b'/><target name='b' depends='a'/></project>",
        "<project default='a'><target name='a'><nosuchtask/></target></project>",
        "<project default='a'><target name='a'><copy wrong='attribute'/></target></project>",
        "<project default='a'><target name='a'><mkdir><nested/></mkdir></target></project>",
        "<project default='a'><target name='a'/><target name='a'/></project>",
        "<project default='a'><target name='a'>text</target></project>",
        "<project default='a'><target name='a'><fail message='${ant.project.name} failed'/></target></project>",
        "<project default='a'><target name='a'><delete file='x' dir='y'/><copy file='nowhere' tofile='z'/></target></project>",
        "<project default='a'><target name='a'><taskdef name='t' classname='no.such.Class'/></target></project>",
        "<project default='a'><path id='p'><path refid='p'/></path><target name='a'><pathconvert property='q' refid='p'/></target></project>",
        "<project default='a'><target name='a'><parallel><fail message='one'/><fail message='one'/></parallel></target></project>",
        "<project default='a'><target name='a'><fixcrlf srcdir='.' eol='unknown'/></target></project>",
        "<project default='a'><macrodef name='m'><attribute name='x'/><sequential/></macrodef><target name='a'><m y='1'/></target></project>",
        "<project default='a'><target name='a'><exec executable='false' failonerror='true'/></target></project>",
        "<project default='a'><target name='a'><unzip src='wrong0.xml' dest='w'/></target></project>",
        "<project");

    static final Map<String, String> BUILDS = Map.of(
        "language.xml", LANGUAGE, "imported.xml", IMPORTED.strip(), "sub/build.xml", SUB, "sub2/build.xml", SUB, "command.xml", COMMAND,
        "extra.xml", "<project name='extra'><property name='extra' value='extra'/></project>", "command.properties", "from.file=a file\n", "antlib.xml", ANTLIB, "definitions.properties", "evens=driver.Extensions$Even\n");

    private LanguageBuilds() {
    }
}
