package driver;

import java.util.Map;

/** Build files about resources, selectors and filters. */
final class ResourceBuilds {
    private static final String RESOURCES = """
        <project name="resources" default="all">
          <typedef name="numbers" classname="driver.Extensions$Numbers"/>
          <macrodef name="show"><attribute name="of"/><element name="what" implicit="true"/>
            <sequential>
              <local name="shown"/>
              <pathconvert property="shown" pathsep=" " setonempty="true"><what/><map from="${basedir}/" to=""/></pathconvert>
              <echo>@{of}: ${shown}</echo>
            </sequential>
          </macrodef>
          <target name="make">
            <mkdir dir="in/deep/er"/><mkdir dir="other"/><mkdir dir="catted"/>
            <echo file="in/a.txt">alpha needle</echo><echo file="in/b.txt">beta</echo><echo file="in/deep/c.java">class C { } // needle 42</echo>
            <echo file="in/deep/er/d.java">package d;</echo><echo file="in/deep/er/long-name.txt">longer than the others are</echo>
            <copy todir="other"><fileset dir="in" includes="*.txt"/></copy>
            <echo file="other/b.txt">changed</echo><echo file="in/lines.txt">b${line.separator}a${line.separator}b</echo>
            <touch datetime="01/02/2020 03:04 AM"><fileset dir="in"/></touch>
            <touch datetime="01/02/2021 03:04 AM" file="in/b.txt"/>
            <patternset id="java"><include name="**/*.java"/><patternset><exclude name="**/d.java"/></patternset></patternset>
            <patternset id="others"><invert><patternset refid="java"/></invert></patternset>
            <fileset id="all" dir="in"/>
          </target>
          <target name="select" depends="make">
            <show of="contains"><fileset dir="in"><contains text="NEEDLE" casesensitive="no" ignorewhitespace="yes"/></fileset></show>
            <show of="containsregexp"><fileset dir="in"><containsregexp expression="needle [4-6]+"/></fileset></show>
            <show of="date"><fileset dir="in"><date datetime="06/06/2020 00:00 AM" when="after"/></fileset></show>
            <show of="depend"><fileset dir="in"><depend targetdir="other"/></fileset></show>
            <show of="depth"><fileset dir="in"><depth min="1" max="1"/></fileset></show>
            <show of="different"><fileset dir="in"><different targetdir="other" ignorefiletimes="true"/></fileset></show>
            <show of="present"><fileset dir="in"><present targetdir="other" present="srconly"><mapper type="identity"/></present></fileset></show>
            <show of="filename"><fileset dir="in"><filename regex=".*-.*"/></fileset></show>
            <show of="named"><fileset dir="in"><filename name="**/*.txt" negate="yes"/></fileset></show>
            <show of="size"><fileset dir="in"><size value="20" when="more"/></fileset></show>
            <show of="type"><dirset dir="in"><type type="dir"/></dirset></show>
            <show of="modified"><fileset dir="in"><modified update="true" cache="propertyfile" algorithm="digest" comparator="equal"><param name="cache.cachefile" value="cache.properties"/></modified></fileset></show>
            <show of="modified again"><fileset dir="in"><modified cache="propertyfile" algorithm="hashvalue"><param name="cache.cachefile" value="cache.properties"/></modified></fileset></show>
            <show of="modified ever"><fileset dir="in"><modified algorithm="checksum" comparator="equal" seldirs="true"><param name="cache.cachefile" value="cache2.properties"/><param name="algorithm.algorithm" value="adler"/></modified></fileset></show>
            <show of="lastmodified"><fileset dir="in"><modified algorithm="lastmodified"><param name="cache.cachefile" value="cache3.properties"/></modified></fileset></show>
            <show of="rights"><fileset dir="in"><readable/><writable/><not><executable/></not><not><symlink/></not></fileset></show>
            <show of="majority"><fileset dir="in"><majority allowtie="no"><contains text="a"/><filename name="*.txt"/><size value="1" units="k" when="less"/></majority></fileset></show>
            <show of="or"><fileset dir="in"><or><and><filename name="a*"/><none><contains text="beta"/></none></and><filename name="b*"/></or></fileset></show>
            <selector id="short"><selector><not><filename name="**/long*"/></not></selector></selector>
            <show of="selector"><fileset dir="in"><selector refid="short"/><selector if="never"><filename name="none"/></selector></fileset></show>
            <show of="custom"><fileset dir="in"><custom classname="driver.Extensions$ShortName"><param name="length" value="6"/></custom></fileset></show>
            <show of="patterns"><fileset dir="in" defaultexcludes="no" casesensitive="false" followsymlinks="false"><patternset refid="java"/></fileset></show>
            <show of="inverted"><fileset dir="in"><patternset refid="others"/></fileset></show>
            <show of="posix"><fileset dir="in" includes="a.txt"><posixpermissions permissions="rw-r--r--"/></fileset></show>
          </target>
          <target name="collect" depends="select">
            <show of="union"><union><fileset refid="all"/><fileset dir="other"/><string value="s"/></union></show>
            <show of="intersection"><sort><intersect><fileset dir="in" includes="**/*.txt"/><fileset dir="in" includes="*"/></intersect></sort></show>
            <show of="difference"><sort><difference><fileset dir="in"/><fileset dir="in" includes="*.txt"/></difference></sort></show>
            <show of="sorted"><sort><fileset dir="in"/><reverse><size/></reverse><name/></sort></show>
            <show of="by type"><sort><resources><fileset dir="in"/><dirset dir="in"/></resources><type/><date/><name/></sort></show>
            <show of="by content"><sort cache="true"><fileset dir="in" includes="*.txt"/><content binary="false"/></sort></show>
            <show of="by path"><sort><fileset dir="in"/><exists/></sort></show>
            <show of="first"><first count="2"><sort><fileset dir="in"/></sort></first></show>
            <show of="last"><last count="2"><sort><fileset dir="in"/></sort></last></show>
            <show of="but first"><allbutfirst count="4"><sort><fileset dir="in"/></sort></allbutfirst></show>
            <show of="but last"><allbutlast count="4"><sort><fileset dir="in"/></sort></allbutlast></show>
            <show of="tokens"><tokens><file file="in/lines.txt"/></tokens></show>
            <show of="sorted tokens"><sort><tokens><string value="z,y,x"/><stringtokenizer delims="," includedelims="false"/></tokens></sort></show>
            <show of="restrict"><restrict><union><fileset dir="in"/><fileset dir="other"/></union>
              <or><name name="*c.java"/><name regex="b[.]txt$$"/></or><not><type type="dir"/></not><exists/></restrict></show>
            <show of="compare"><restrict><fileset dir="in"/><compare when="more" against="any"><size/><control><file file="in/a.txt"/></control></compare></restrict></show>
            <show of="instance"><restrict><resources><string value="s"/><file file="in/a.txt"/></resources><instanceof class="org.apache.tools.ant.types.resources.FileResource"/></restrict></show>
            <show of="date and size"><restrict><fileset dir="in"/><date datetime="06/06/2020 00:00 AM" when="before"/><size size="5" when="gt"/><contains text="e"/><containsregexp expression="[a-z]+"/></restrict></show>
            <show of="majority"><restrict><fileset dir="in"/><majority><name name="*a.txt"/><size size="4" when="gt"/><none><name name="*.java"/></none></majority></restrict></show>
            <show of="mapped"><mappedresources cache="true"><fileset dir="in" includes="*.txt"/><globmapper from="*.txt" to="*.map"/></mappedresources></show>
            <show of="list"><resourcelist encoding="UTF-8"><string value="in/a.txt&#10;in/b.txt"/></resourcelist></show>
            <show of="roots"><multirootfileset basedirs="in,other" includes="*.txt" type="file"/></show>
            <show of="numbers"><numbers upto="4"/></show>
            <show of="files"><files includes="${basedir}/in/*.txt"/></show>
            <show of="bag"><resources cache="true"><filelist dir="in"><file name="a.txt"/></filelist><javaconstant name="java.io.File.separator"/><propertyresource name="basedir"/></resources></show>
            <show of="classes"><classfileset dir="in" rootclass="none.Such"/></show>
            <resourcecount count="2" when="greater"><fileset dir="in"/></resourcecount>
            <condition property="counted"><resourcecount refid="all" when="ge" count="3"/></condition>
            <concat><javaresource name="org/apache/tools/ant/version.txt"/><filterchain><linecontains><contains value="VERSION"/></linecontains></filterchain></concat>
            <path id="p"><pathelement path="in:other"/><pathelement location="in/a.txt"/><dirset dir="in"/><extdirs/></path>
            <path id="q" cache="true"><path refid="p"/><filelist dir="in" files="b.txt"/></path>
            <pathconvert property="windows" targetos="windows" refid="q"><map from="${basedir}" to="C:"/></pathconvert>
            <property name="joined" refid="q"/>
            <echo>${windows} ${counted} ${toString:p}</echo>
            <augment id="all"><filename name="*.txt"/></augment>
            <show of="augmented"><fileset refid="all"/></show>
            <makeurl property="url" file="in/a.txt"/>
            <concat><url url="${url}"/></concat>
            <get src="${url}" dest="got.txt" usetimestamp="true" verbose="false"/>
          </target>
          <target name="all" depends="collect">
            <apply executable="echo" parallel="true" relative="true" addsourcefile="true"><sort><fileset dir="in" includes="*.txt"/></sort></apply>
            <apply executable="cat" dest="catted" type="file" force="true"><srcfile/><redirector><outputmapper type="glob" from="*" to="${basedir}/catted/*"/></redirector><sort><fileset dir="in" includes="*.txt"/></sort><mapper type="identity"/></apply>
            <echo>${ant.project.name}</echo>
          </target>
        </project>
        """;

    private static final String FILTERS = """
        <project name="filters" default="all">
          <macrodef name="through"><attribute name="file" default="text"/><element name="filters" implicit="true"/>
            <sequential><concat><file file="@{file}"/><filterchain><filters/></filterchain></concat></sequential>
          </macrodef>
          <target name="all">
            <echo file="text">zero // comment
        one 1 /* java */
        # hash
        \ttabbed @KEY@

        one 1 \u00e4
        needle in hay
        last ${ant.project.name}</echo>
            <echo file="more">MORE</echo>
            <through><headfilter lines="2" skip="1"/></through>
            <through><tailfilter lines="2" skip="1"/></through>
            <through><linecontains negate="true"><contains value="one"/></linecontains></through>
            <through><linecontains matchAny="true"><contains value="zero"/><contains value="hay"/></linecontains></through>
            <through><linecontainsregexp><regexp pattern="^[on]"/></linecontainsregexp></through>
            <through><prefixlines prefix="> "/><suffixlines suffix=" &lt;"/></through>
            <through><replacetokens><token key="KEY" value="value"/></replacetokens></through>
            <through><replacetokens begintoken="&lt;" endtoken="&gt;" propertiesResource="more"/></through>
            <through><stripjavacomments/></through>
            <through><striplinebreaks linebreaks="&#10;"/></through>
            <through><striplinecomments><comment value="#"/><comment value="//"/></striplinecomments></through>
            <through><tabstospaces tablength="3"/></through>
            <through><expandproperties><propertyset><propertyref name="ant.project.name"/></propertyset></expandproperties></through>
            <through><escapeunicode/></through>
            <through><concatfilter prepend="more" append="more"/></through>
            <through><sortfilter reverse="true"/></through>
            <through><sortfilter/><uniqfilter/></through>
            <through><fixcrlf eol="crlf" tab="remove" tablength="2"/><deletecharacters chars="\\r"/></through>
            <through><tokenfilter><trim/><ignoreblank/><replacestring from="one" to="uno"/></tokenfilter></through>
            <through><tokenfilter delimoutput="|"><stringtokenizer delims=" "/><replaceregex pattern="([a-z])([a-z]+)" replace="\\2\\1" flags="g"/></tokenfilter></through>
            <through><tokenfilter><filetokenizer/><replaceregex pattern="\\n" replace=";" flags="g"/></tokenfilter></through>
            <through><tokenfilter><linetokenizer includedelims="true"/><containsregex pattern="need" replace="found"/><containsstring contains="found"/></tokenfilter></through>
            <through><tokenfilter><deletecharacters chars="aeiou"/><uniqfilter/></tokenfilter></through>
            <through><filterreader classname="org.apache.tools.ant.filters.HeadFilter"><param name="lines" value="1"/></filterreader></through>
            <through><filterreader classname="driver.Extensions$Vowels"/></through>
            <typedef name="vowels" classname="driver.Extensions$Vowels"/>
            <through><vowels/></through>
            <filterset id="set"><filter token="KEY" value="@OTHER@"/><filter token="OTHER" value="nested"/></filterset>
            <filterset id="unused" begintoken="%" endtoken="*" recurse="false" onmissingfiltersfile="ignore"><filtersfile file="none"/></filterset>
            <copy file="text" tofile="copied"><filterset refid="set"/><filterset refid="unused"/></copy>
            <through file="copied"><headfilter lines="4"/></through>
            <filter token="GLOBAL" value="g"/><filter filtersfile="more"/>
            <copy file="text" tofile="text.global" filtering="true"/>
            <loadfile property="loaded" srcfile="text" quiet="true"><filterchain id="chain"><tokenfilter><replaceregex pattern=" .*" replace=""/></tokenfilter></filterchain></loadfile>
            <concat encoding="UTF-8" outputencoding="ISO-8859-1" destfile="latin"><filelist dir="." files="text,more"/></concat>
            <native2ascii src="." dest="ascii" includes="text"/>
            <native2ascii src="ascii" dest="native" includes="text" reverse="true"/>
            <checksum file="native/text" property="sum"/>
            <echo>${loaded} ${sum}</echo>
          </target>
        </project>
        """;

    static final Map<String, String> BUILDS = Map.of("resources.xml", RESOURCES, "filters.xml", FILTERS);

    private ResourceBuilds() {
    }
}
