package driver;

import java.util.Map;

/** Build files about files and archives of them. */
final class FileBuilds {
    private static final String FILES = """
        <project name="files" default="all">
          <property name="src" location="src"/>
          <property name="out" location="out"/>
          <target name="make">
            <mkdir dir="${src}/a/b"/>
            <mkdir dir="${src}/empty"/>
            <echo file="${src}/a/one.txt">first line
        second @TOKEN@ line
        third $${value} line
        </echo>
            <echo file="${src}/a/b/two.txt" message="two${line.separator}"/>
            <echo file="${src}/a/b/two.txt" append="true" encoding="UTF-8">more of two</echo>
            <echo file="${src}/three.properties">one=1
        two=2 and ${one}
        list=a,b,c
        </echo>
            <echoxml file="${src}/four.xml"><root kind="made"><item id="1">text</item><item id="2"/></root></echoxml>
            <concat destfile="${src}/five.dat" fixlastline="yes" eol="unix">
              <header trimleading="yes">   head</header>
              <fileset dir="${src}" includes="**/*.txt"/>
              <footer filtering="no">foot</footer>
            </concat>
            <concat>to the log</concat>
            <touch datetime="01/02/2020 03:04 AM"><fileset dir="${src}"/></touch>
            <touch file="${src}/touched" millis="1500000000000" mkdirs="true"/>
            <touch mkdirs="true"><fileset dir="${src}" includes="*.dat"/><globmapper from="*.dat" to="*.touched"/></touch>
            <tempfile property="temporary" destdir="${src}" prefix="tmp" suffix=".x" deleteonexit="true" createfile="true"/>
            <delete file="${temporary}" quiet="true"/>
          </target>
          <target name="copy" depends="make">
            <copy file="${src}/a/one.txt" tofile="${out}/one.txt" preservelastmodified="true"/>
            <copy file="${src}/a/one.txt" tofile="${out}/one.txt"/>
            <copy todir="${out}/filtered" filtering="true" overwrite="true">
              <fileset dir="${src}" includes="**/*.txt" excludes="none/**"/>
              <filterset begintoken="@" endtoken="@"><filter token="TOKEN" value="token"/></filterset>
              <filterchain><expandproperties/><prefixlines prefix="> "/></filterchain>
            </copy>
            <copy todir="${out}/glob"><fileset dir="${src}"/><globmapper from="*.txt" to="*.bak"/></copy>
            <copy todir="${out}/flat" flatten="true" verbose="true"><fileset dir="${src}" includes="**/*"/></copy>
            <copy todir="${out}/regexp"><fileset dir="${src}"/><regexpmapper from="^(.*)/([^/]*)\\.txt$$" to="\\2-\\1.txt" handledirsep="yes"/></copy>
            <copy todir="${out}/mapped" enablemultiplemappings="true">
              <fileset dir="${src}" includes="**/*.txt"/>
              <compositemapper>
                <identitymapper/>
                <packagemapper from="*.txt" to="*.pack"/>
                <chainedmapper><flattenmapper/><globmapper from="*" to="chain/*"/><mapper type="glob" from="*" to="*.c"/></chainedmapper>
                <firstmatchmapper><globmapper from="*.none" to="x"/><cutdirsmapper dirs="1"/></firstmatchmapper>
                <filtermapper><replacestring from="two" to="zwei"/><trim/></filtermapper>
                <mapper classname="driver.Extensions$Reverse"/>
              </compositemapper>
            </copy>
            <copy todir="${out}/merged"><fileset dir="${src}" includes="a/one.txt"/><mergemapper to="merged.txt"/></copy>
            <copy todir="${out}/res" failonerror="false"><filelist dir="${src}" files="three.properties,four.xml,missing"/></copy>
            <copy todir="${out}/strings"><resources><string value="content"/></resources><mergemapper to="s.txt"/></copy>
            <copydir src="${src}/a" dest="${out}/copydir"/>
            <copyfile src="${src}/five.dat" dest="${out}/copyfile.dat"/>
            <sync todir="${out}/synced" includeEmptyDirs="true"><fileset dir="${src}/a"/></sync>
            <touch file="${out}/synced/extra"/>
            <sync todir="${out}/synced" verbose="true"><fileset dir="${src}/a"/><preserveintarget includes="kept*"/></sync>
          </target>
          <target name="change" depends="copy">
            <move file="${out}/one.txt" tofile="${out}/moved.txt"/>
            <move todir="${out}/movedtree" includeemptydirs="true"><fileset dir="${out}/glob" includes="**/*.bak"/><globmapper from="*.bak" to="*.moved"/></move>
            <move file="${out}/regexp" todir="${out}/movedtree"/>
            <rename src="${out}/moved.txt" dest="${out}/renamed.txt"/>
            <renameext srcDir="${out}/movedtree" fromExtension=".moved" toExtension=".again" replace="true"/>
            <replace file="${out}/renamed.txt" token="first" value="1st" summary="yes"/>
            <replace dir="${out}/filtered" includes="**/*.txt">
              <replacetoken><![CDATA[line]]></replacetoken><replacevalue>Zeile</replacevalue>
              <replacefilter token="two" value="2"/><replacefilter token="third" value="3rd"/>
            </replace>
            <replace file="${out}/filtered/a/b/two.txt" propertyfile="${src}/three.properties"><replacefilter token="more" property="one"/></replace>
            <replace file="${out}/filtered/a/one.txt" replacefilterfile="${src}/three.properties" propertyfile="${src}/three.properties"/>
            <replaceregexp file="${out}/renamed.txt" match="(l)ine" replace="\\1-\\1ine" flags="gi" byline="true"/>
            <replaceregexp flags="s"><regexp pattern="second(.*)third"/><substitution expression="swap\\1"/><fileset dir="${out}/filtered"/></replaceregexp>
            <fixcrlf srcdir="${out}/flat" eol="crlf" eof="add" tab="add" tablength="4" includes="*.txt" fixlast="true"/>
            <fixcrlf file="${out}/flat/one.txt" eol="lf" eof="remove" tab="remove" javafiles="false" preservelastmodified="true"/>
            <truncate file="${out}/copyfile.dat" length="7"/>
            <truncate length="2K" create="yes"><file file="${out}/long"/></truncate>
            <chmod file="${out}/renamed.txt" perm="u+x"/>
            <chmod perm="700" type="both" maxparallel="1"><fileset dir="${out}/flat" includes="*.txt"/></chmod>
            <setpermissions mode="640"><fileset dir="${out}/flat" includes="*.xml"/></setpermissions>
            <symlink link="${out}/link" resource="${src}/a"/>
            <symlink action="record" linkfilename="links"><fileset dir="${out}" includes="link"/></symlink>
            <symlink action="delete" link="${out}/link"/>
            <symlink action="recreate"><fileset dir="${out}" includes="**/links"/></symlink>
          </target>
          <target name="ask" depends="change">
            <available property="has.one" file="one.txt" filepath="${src}/a:${out}"/>
            <available property="has.class" classname="java.util.HashMap"/>
            <available property="has.resource" resource="org/apache/tools/ant/version.txt"/>
            <available property="has.dir" file="${src}" type="dir" value="dir"/>
            <uptodate property="fresh" targetfile="${out}/five.dat" srcfile="${src}/five.dat"/>
            <uptodate property="fresh.all" value="yes"><srcfiles dir="${src}" includes="**/*.txt"/><mapper type="merge" to="${out}/merged/merged.txt"/></uptodate>
            <basename property="base" file="${src}/a/one.txt" suffix=".txt"/>
            <dirname property="dir" file="${src}/a/one.txt"/>
            <checksum file="${src}/five.dat" property="sum"/>
            <checksum algorithm="SHA" forceoverwrite="yes" totalproperty="total" pattern="{0} *{1}"><fileset dir="${src}" includes="**/*.txt"/></checksum>
            <checksum todir="${out}/sums" fileext=".sum" format="MD5SUM"><fileset dir="${src}/a"/></checksum>
            <checksum file="${src}/five.dat" property="${sum}" verifyproperty="verified"/>
            <length file="${src}/five.dat" property="length"/>
            <length mode="all" property="length.all"><fileset dir="${src}" includes="**/*.txt"/></length>
            <length string=" text " trim="true" property="length.text"/>
            <length mode="each"><fileset dir="${src}/a/b"/></length>
            <condition property="long"><length file="${src}/five.dat" length="3" when="greater"/></condition>
            <loadfile property="loaded" srcfile="${src}/a/one.txt"><filterchain><headfilter lines="1"/><striplinebreaks/></filterchain></loadfile>
            <loadresource property="from.resource"><propertyresource name="base"/></loadresource>
            <loadproperties srcfile="${src}/three.properties" prefix="loaded"/>
            <loadproperties><string value="x=1&#10;y=${x}"/><filterchain><linecontains><contains value="x"/></linecontains></filterchain></loadproperties>
            <propertyfile file="${out}/numbers.properties" comment="numbers">
              <entry key="count" type="int" default="1" operation="+" pattern="000"/>
              <entry key="day" type="date" value="1" operation="+" unit="month" default="2020/01/01 00:00"/>
              <entry key="text" value="a" operation="+"/><entry key="gone" operation="del"/>
            </propertyfile>
            <propertyfile file="${out}/numbers.properties"><entry key="count" type="int" operation="+" value="5"/><entry key="text" default="b"/></propertyfile>
            <xmlproperty file="${src}/four.xml" prefix="xml" collapseattributes="true" semanticattributes="true" keeproot="no"/>
            <property file="${out}/numbers.properties" prefix="numbers"/>
            <property environment="env"/>
            <property resource="org/apache/tools/ant/version.txt"/>
            <property name="relative" location="${src}/a" relative="yes" basedir="${src}"/>
            <whichresource property="which" class="java.lang.String"/>
            <pathconvert property="converted" pathsep="|" dirsep="/"><path><fileset dir="${src}"/></path><map from="${src}" to="SRC"/></pathconvert>
            <dependset verbose="true"><srcfilelist dir="${src}" files="a/one.txt"/><targetfileset dir="${out}" includes="sums/one.txt.sum"/></dependset>
            <tstamp><format property="when" pattern="yyyy" locale="en,US" offset="-1" unit="month"/></tstamp>
            <buildnumber file="${out}/build.number"/><buildnumber file="${out}/build.number"/>
            <echo>${has.one} ${has.class} ${has.resource} ${has.dir} ${fresh} ${fresh.all} ${base} ${dir} ${verified} ${length} ${length.all} ${length.text}</echo>
            <echo>${long} ${loaded} ${from.resource} ${loaded.two} ${x} ${numbers.count} ${numbers.text} ${numbers.day} ${xml.item} ${relative} ${converted} ${build.number}</echo>
          </target>
          <target name="all" depends="ask">
            <delete includeemptydirs="true" verbose="true"><fileset dir="${out}/flat" includes="*.txt,*.xml"/></delete>
            <delete quiet="true" dir="${out}/nowhere"/>
            <delete dir="${out}/sums" failonerror="false"/>
            <delete deleteonexit="false"><files includes="${out}/filtered/**"/></delete>
            <deltree dir="${out}/movedtree"/>
            <delete><dirset dir="${out}" includes="glob"/></delete>
            <resourcecount property="left"><fileset dir="${basedir}"/></resourcecount>
            <echo level="warning" message="left ${left}"/>
          </target>
        </project>
        """;

    private static final String ARCHIVES = """
        <project name="archives" default="all">
          <target name="make">
            <mkdir dir="in/deep"/><mkdir dir="in/META-INF"/>
            <echo file="in/a.txt">a text that a text that a text that compresses</echo>
            <echo file="in/deep/b.txt">b</echo><echo file="in/deep/c.class">c</echo>
            <echo file="web.xml">&lt;web-app/&gt;</echo>
          </target>
          <target name="zip" depends="make">
            <zip destfile="one.zip" basedir="in" comment="the first" level="9" duplicate="preserve"/>
            <zip destfile="two.zip" compress="false" filesonly="true" encoding="UTF-8" createUnicodeExtraFields="always" zip64Mode="always" whenempty="create">
              <zipfileset dir="in" prefix="under" filemode="640" dirmode="750"/>
              <zipfileset src="one.zip" includes="**/b.txt" fullpath="deep/renamed.txt"/>
              <mappedresources><fileset dir="in" includes="*.txt"/><globmapper from="*" to="mapped/*"/></mappedresources>
            </zip>
            <zip destfile="one.zip" update="true"><fileset file="web.xml"/></zip>
            <zip destfile="group.zip" roundup="false"><zipgroupfileset dir="." includes="one.zip,two.zip"/></zip>
            <zip destfile="empty.zip" whenempty="skip"><fileset dir="in" includes="none"/></zip>
            <unzip src="one.zip" dest="un/one"/>
            <unzip dest="un/two" overwrite="false" stripabsolutepathspec="true" scanforunicodeextrafields="true">
              <fileset dir="." includes="*.zip"/><patternset><include name="**/*.txt"/><exclude name="**/a.txt" unless="never"/></patternset><flattenmapper/>
            </unzip>
          </target>
          <target name="jar" depends="zip">
            <manifest file="manifest.mf" mode="replace"><attribute name="Main-Class" value="a.B"/><section name="deep/"><attribute name="Sealed" value="true"/></section></manifest>
            <manifest file="manifest.mf" mode="update"><attribute name="Long" value="a value that is long enough to need another line of the manifest file"/></manifest>
            <manifestclasspath property="jar.path" jarfile="made.jar"><classpath><pathelement location="one.zip"/><pathelement location="in"/></classpath></manifestclasspath>
            <jar destfile="made.jar" manifest="manifest.mf" index="true" indexmetainf="true" filesetmanifest="merge" basedir="in">
              <manifest><attribute name="Class-Path" value="${jar.path}"/></manifest>
              <service type="some.Service" provider="some.Provider"/>
              <service type="other.Service"><provider classname="a.B"/><provider classname="a.C"/></service>
              <metainf dir="in" includes="a.txt"/>
              <indexjars><pathelement location="one.zip"/></indexjars>
            </jar>
            <jar destfile="made.jar" update="yes"><zipfileset dir="in" prefix="again"/></jar>
            <jar destfile="strict.jar" strict="warn" flattenattributes="true"><restrict><name name="*.txt"/><archives><zips><fileset dir="." includes="*.zip"/></zips></archives></restrict></jar>
            <war destfile="made.war" webxml="web.xml"><lib file="made.jar"/><classes dir="in"/><webinf dir="in" includes="a.txt"/></war>
            <ear destfile="made.ear" appxml="web.xml"><fileset file="made.war"/></ear>
            <unjar src="made.jar" dest="un/jar"/><unwar src="made.war" dest="un/war"/>
            <jarlib-manifest destfile="lib.mf">
              <extension extensionName="e" specificationVersion="1.2" specificationVendor="v" implementationVendorId="i" implementationVendor="v" implementationVersion="1.0"/>
              <attribute name="n" value="v"/>
            </jarlib-manifest>
            <jar destfile="lib.jar" manifest="lib.mf"><fileset dir="in" includes="a.txt"/></jar>
            <jarlib-display file="lib.jar"/>
            <extension id="wanted" extensionName="e" specificationVersion="1.0" specificationVendor="v"/>
            <extensionSet id="had"><libfileset dir="." includes="lib.jar" includeUrl="false" includeImpl="true"/></extensionSet>
            <jarlib-available property="has.lib" file="lib.jar"><extension refid="wanted"/></jarlib-available>
            <jarlib-resolve property="lib.file" checkExtension="true"><extension refid="wanted"/><location location="lib.jar"/></jarlib-resolve>
            <whichresource property="found" class="deep.c" classpath="made.jar"/>
            <echo>${has.lib} ${lib.file} ${found}</echo>
          </target>
          <target name="tar" depends="make">
            <tar destfile="plain.tar" basedir="in"/>
            <tar destfile="long.tar" longfile="gnu"><tarfileset dir="in" prefix="${long}" username="u" group="g" uid="7" gid="8" filemode="600" preserveLeadingSlashes="true"/></tar>
            <tar destfile="posix.tar" longfile="posix"><tarfileset dir="in" prefix="${long}"/><zipfileset dir="in" prefix="z"/></tar>
            <tar destfile="made.tar.gz" compression="gzip"><fileset dir="in"/><zipfileset src="one.zip" erroronmissingarchive="false"/></tar>
            <tar destfile="made.tar.bz2" compression="bzip2"><tarfileset src="plain.tar"/></tar>
            <tar destfile="made.tar.xz" compression="xz"><fileset dir="in"/></tar>
            <untar src="plain.tar" dest="un/tar"/><untar src="long.tar" dest="un/long"/><untar src="posix.tar" dest="un/posix"/>
            <untar src="made.tar.gz" dest="un/gz" compression="gzip"/><untar src="made.tar.bz2" dest="un/bz2" compression="bzip2"/><untar src="made.tar.xz" dest="un/xz" compression="xz"/>
          </target>
          <property name="long" value="a/folder/with/a/name/that/is/longer/than/the/hundred/characters/that/the/header/of/an/entry/of/an/archive/holds"/>
          <target name="pack" depends="tar,jar">
            <gzip src="in/a.txt" destfile="a.gz"/><gunzip src="a.gz" dest="un/a.gunzipped"/>
            <bzip2 src="in/a.txt" destfile="a.bz2"/><bunzip2 src="a.bz2" dest="un"/>
            <bzip2 destfile="tar.bz2"><file file="plain.tar"/></bzip2><gzip destfile="zipped.gz"><zipentry zipfile="one.zip" name="a.txt"/></gzip>
            <xz src="in/a.txt" destfile="a.xz"/><unxz src="a.xz" dest="un/a.unxzed"/>
            <concat><gzipresource><file file="a.gz"/></gzipresource></concat>
            <concat><bzip2resource><file file="a.bz2"/></bzip2resource></concat>
            <concat><xzresource><file file="a.xz"/></xzresource></concat>
            <concat><tarentry archive="plain.tar" name="a.txt"/></concat>
            <concat><zipentry zipfile="made.jar" name="META-INF/services/other.Service"/></concat>
            <copy todir="un/copied"><tarfileset src="plain.tar"/><zipfileset src="one.zip" prefix="z"/></copy>
            <condition property="same"><filesmatch file1="in/a.txt" file2="un/a.unxzed"/></condition>
            <condition property="same.zip"><resourcesmatch><zipentry zipfile="one.zip" name="a.txt"/><tarentry archive="plain.tar" name="a.txt"/></resourcesmatch></condition>
            <pathconvert property="entries"><archives><zips><fileset dir="." includes="one.zip,made.jar"/></zips><tars><fileset dir="." includes="plain.tar"/></tars></archives><identitymapper/></pathconvert>
            <resourcecount property="count"><restrict><tarfileset src="posix.tar"/><type type="file"/></restrict></resourcecount>
            <echo>${same} ${same.zip} ${count}</echo>
            <echo>${entries}</echo>
          </target>
          <target name="all" depends="pack">
            <pathconvert property="un" pathsep=" "><path><fileset dir="un"/></path><map from="${basedir}" to=""/></pathconvert>
            <echo>${un}</echo>
            <echo xmlns:if="ant:if" if:set="un" message="all"/>
            <echo xmlns:unless="ant:unless" unless:true="yes" message="never"/>
          </target>
        </project>
        """;

    static final Map<String, String> BUILDS = Map.of("files.xml", FILES, "archives.xml", ARCHIVES);

    private FileBuilds() {
    }
}
