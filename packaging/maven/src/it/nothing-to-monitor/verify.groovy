def log = new File(basedir, 'build.log').text
assert log.contains('mvn residua:init')
assert new File(basedir, 'residua.toml').isFile()
assert new File(basedir, 'target/monitored/classes/app/Session.class').isFile()
