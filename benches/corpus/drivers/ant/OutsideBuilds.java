package driver;

import java.util.Map;

/** A build file about servers, databases, tools of the JDK, and tools that are not there. It goes on where targets fail. */
final class OutsideBuilds {
    private static final String OUTSIDE = """
        <project name="outside" default="all">
          <target name="files">
            <get src="${driver.files}a" dest="a" verbose="true" usetimestamp="true"/><get src="${driver.files}a" dest="a" usetimestamp="true" skipexisting="true"/>
            <get dest="." retries="1" maxtime="10" tryGzipEncoding="true" userAgent="driver"><url url="${driver.files}b"/><url url="${driver.files}c"/><header name="X" value="y"/><chainedmapper><flattenmapper/><globmapper from="*" to="got.*"/></chainedmapper></get>
            <get src="${driver.files}missing" dest="missing" ignoreerrors="true"/>
            <condition property="there"><http url="${driver.files}a"/></condition><condition property="not.there"><http url="${driver.files}missing" errorsBeginAt="500"/></condition>
            <condition property="open"><socket server="localhost" port="${driver.mail}"/></condition>
            <concat destfile="joined"><url url="${driver.files}d"/><file file="got.b"/></concat>
            <loadresource property="loaded"><url url="${driver.files}e"/></loadresource>
            <property url="${driver.files}f"/>
            <echo>${there} ${not.there} ${open} ${loaded}</echo>
            <get src="${driver.files}missing" dest="missing"/>
          </target>
          <target name="mail">
            <echo file="attached.txt">attached</echo>
            <mail mailhost="localhost" mailport="${driver.mail}" subject="plain &#228;" encoding="plain" tolist="a@localhost,b@localhost" charset="UTF-8"><from address="me@localhost" name="Me"/><cc address="c@localhost"/><bcc address="Dee &lt;d@localhost&gt;"/><replyto address="r@localhost"/><message>text of ${ant.project.name}</message><header name="X-Y" value="z"/><attachments><fileset file="attached.txt"/></attachments></mail>
            <mail mailhost="localhost" mailport="${driver.mail}" subject="mime" encoding="mime" from="me@localhost" tolist="a@localhost" messagemimetype="text/plain" failonerror="no"><message src="attached.txt"/><fileset file="attached.txt"/></mail>
            <mail mailhost="localhost" mailport="${driver.mail}" subject="uu" encoding="uu" from="me@localhost" tolist="a@localhost" message="x" files="attached.txt" includefilenames="true"/>
          </target>
          <target name="sql">
            <sql driver="driver.Services$Database" url="jdbc:two:x" userid="u" password="p" print="yes" output="rows.txt" showheaders="true" onerror="continue" encoding="UTF-8">
              insert into t values (1); -- comment
              select * from t; fail now;
              <transaction>select 1; update t</transaction><connectionProperty name="k" value="v"/>
            </sql>
            <sql driver="driver.Services$Database" url="jdbc:two:y" userid="u" password="p" delimiter="go" delimitertype="row" autocommit="true" print="yes" csvcolumnseparator=";" csvquotecharacter="'" rowcountproperty="rows" showWarnings="true"><string value="select a&#10;go&#10;update b&#10;go&#10;" xmlns="antlib:org.apache.tools.ant"/></sql>
            <loadfile property="rows.txt" srcfile="rows.txt"/>
            <echo>${rows} ${rows.txt}</echo>
            <sql driver="driver.Services$Database" url="jdbc:two:z" userid="u" password="p" onerror="abort">fail</sql>
          </target>
          <target name="signed">
            <mkdir dir="signed"/><echo file="in.txt">in</echo><jar destfile="s.jar"><fileset file="in.txt"/></jar>
            <genkey alias="k" keystore="keys" storepass="secret1" keypass="secret1" keyalg="RSA" keysize="2048" validity="9"><dname><param name="CN" value="C"/><param name="O" value="Org"/></dname></genkey>
            <signjar jar="s.jar" alias="k" keystore="keys" storepass="secret1" lazy="true" sigalg="SHA256withRSA" digestalg="SHA-256"/>
            <signjar alias="k" keystore="keys" storepass="secret1" lazy="true" preservelastmodified="true" destDir="signed"><path><fileset dir="." includes="*.jar"/></path><flattenmapper/></signjar>
            <condition property="is.signed"><issigned file="s.jar"/></condition><verifyjar jar="s.jar" keystore="keys" storepass="secret1"/>
            <resourcecount property="selected"><fileset dir="." includes="*.jar"><signedselector/></fileset></resourcecount>
            <echo>${is.signed} ${selected}</echo>
          </target>
          <target name="tools">
            <mkdir dir="src/q"/><echo file="src/q/Q.java">package q; /** Q. */ public class Q { /** F. @param x x */ public void f(int x) { } }</echo>
            <javac srcdir="src" destdir="src" fork="true" includeantruntime="no" memoryMaximumSize="64m" debug="true"><compilerarg value="-g"/></javac>
            <javadoc sourcepath="src" destdir="doc" packagenames="q" windowtitle="W" author="false" version="no" access="public" noindex="true" notree="true" failonerror="false" useexternalfile="true" postProcessGeneratedJavadocs="false"><link href="http://none.invalid/" offline="true" packagelistloc="src"/><tag name="t" description="T:" scope="methods"/><group title="G" packages="q*"/><doctitle>D</doctitle><bottom><![CDATA[<i>b</i>]]></bottom><arg value="-quiet"/></javadoc>
            <jmod destFile="q.jmod" classpath="src" version="1.2" platform="linux-amd64" mainClass="q.Q"/>
            <javac srcdir="src" destdir="src" compiler="no.such.Compiler" includeantruntime="no"/>
          </target>
          <target name="pictures">
            <imageio srcdir="${folder}" includes="picture.png" destdir="pictures" overwrite="true" format="png"><scale width="50%" height="20" proportions="ignore"/><rotate angle="90"/><draw xloc="1" yloc="1"><rectangle fill="red" width="4" height="4"/><ellipse width="3" height="3" stroke="blue"/><arc start="1" stop="90" width="5" height="5"/></draw></imageio>
          </target>
          <target name="ejb">
            <mkdir dir="dd"/><mkdir dir="ejbs"/><mkdir dir="beans/x"/><echo file="beans/x/B.class"/><echo file="beans/x/H.class"/><echo file="beans/x/R.class"/>
            <echo file="dd/b-ejb-jar.xml"><![CDATA[<ejb-jar><enterprise-beans><session><ejb-name>b</ejb-name><home>x.H</home><remote>x.R</remote><ejb-class>x.B</ejb-class></session></enterprise-beans></ejb-jar>]]></echo>
            <ejbjar srcdir="beans" descriptordir="dd" destdir="ejbs" basenameterminator="-" dependency="none" flatdestdir="no" naming="descriptor"><include name="**/*-ejb-jar.xml"/><support dir="beans"/></ejbjar>
          </target>
          <target name="t1"><cvs cvsRoot="r" package="p" command="update" quiet="true" failonerror="true"/></target>
          <target name="t2"><vssget vsspath="/x" localpath="l" recursive="true" login="a,b" version="1"/></target>
          <target name="t3"><cccheckin viewpath="v" comment="c" nowarn="true" preservetime="true"/></target>
          <target name="t4"><ccmcheckout file="f" comment="c" task="1"/></target>
          <target name="t5"><sosget username="u" vssserverpath="v" sosserverpath="s" projectpath="p" recursive="true" localpath="l"/></target>
          <target name="t6"><pvcs repository="r" pvcsproject="/p" force="yes" promotiongroup="g"/></target>
          <target name="t7"><javacc target="none.jj" outputdirectory="." javacchome="." static="false" lookahead="2"/></target>
          <target name="t8"><cccheckout viewpath="v" reserved="false" branch="b" out="o"/></target>
          <target name="t9"><rpm specfile="s" topdir="t" command="-b" failonerror="true"/></target>
          <target name="t10"><vssadd localpath="l" writable="true" autoresponse="Y" comment="c"/></target>
          <target name="t11"><cvstagdiff package="p" starttag="a" endtag="b" destfile="d.xml"/></target>
          <target name="t12"><cvschangelog dir="." destfile="c.xml" daysinpast="3"><user userid="u" displayname="U"/></cvschangelog></target>
          <target name="t13"><rmic classname="none.C" base="." compiler="xnew"/></target>
          <target name="t14"><jspc destdir="." srcdir="." verbose="1"><include name="*.jsp"/></jspc></target>
          <target name="t15"><patch patchfile="attached.txt" originalfile="a" strip="1" failonerror="false"/></target>
          <target name="t16"><cclock objsel="o" replace="true" nusers="u" comment="c" failonerr="false"/><ccmklabel viewpath="v" typename="t" failonerr="false"/><ccmkbl baselinerootname="b" failonerr="false"/></target>
          <target name="t17"><vsscheckin vsspath="/x"/></target><target name="t18"><vsslabel vsspath="/x" label="l"/></target><target name="t19"><vsshistory vsspath="/x" fromlabel="a" tolabel="b" style="brief"/></target>
          <target name="t20"><soslabel username="u" vssserverpath="v" sosserverpath="s" projectpath="p" label="l"/></target>
          <target name="t21"><scp file="attached.txt" todir="u:p@localhost:/x" port="1" trust="true"/></target>
          <target name="t22"><sshexec host="localhost" port="1" username="u" password="p" command="c" trust="yes"/></target>
          <target name="t23"><serverdeploy action="deploy" source="a"><generic classname="p.None" classpath="x"/></serverdeploy></target>
          <target name="t24"><jjtree target="none.jjt" javacchome="."/></target><target name="t25"><antlr target="none.g"/></target>
          <target name="t26"><iplanet-ejbc ejbdescriptor="dd/b-ejb-jar.xml" iasdescriptor="none" dest="."/></target><target name="t27"><chown owner="none" failonerror="true"><fileset dir="." includes="a"/></chown></target>
          <target name="t28"><cvspass cvsroot=":p:x@y:/z" password="w" passfile="passes"/><loadfile property="pass" srcfile="passes"/><echo>${pass}</echo></target>
          <target name="t29"><script language="none">x</script></target><target name="t30"><nice newpriority="5" currentpriority="p"/><splash imageurl="none" showduration="1"/></target>
          <target name="t31"><attrib file="a" readonly="true"/></target><target name="t32"><hostinfo host="127.0.0.1"/></target><target name="t33"><javah class="q.Q" destdir="."/></target>
          <target name="all" depends="files,mail,sql,signed,tools,pictures,ejb,t1,t2,t3,t4,t5,t6,t7,t8,t9,t10,t11,t12,t13,t14,t15,t16,t17,t18,t19,t20,t21,t22,t23,t24,t25,t26,t27,t28,t29,t30,t31,t32,t33"/>
        </project>
        """;

    static final Map<String, String> BUILDS = Map.of("outside.xml", OUTSIDE);

    private OutsideBuilds() {
    }
}
