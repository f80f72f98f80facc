import java.util.zip.ZipFile

def names = { path -> new ZipFile(new File(basedir, path)).entries().collect { it.name } }
def compiled = new File(basedir, 'target/classes')
def monitored = new File(basedir, 'target/monitored/classes')
assert !new File(compiled, 'residua').exists()
assert new File(monitored, 'residua/runtime/Reports.class').isFile()
assert new File(compiled, 'app/Client.class').bytes != new File(monitored, 'app/Client.class').bytes
assert names('target/no-violation-1.0.jar').contains('residua/runtime/Reports.class')
def log = new File(basedir, 'build.log').text
assert log.contains('Tests run: 1, Failures: 0, Errors: 0')
assert log.contains('up to date')
