def log = new File(basedir, 'build.log').text
assert log.contains('has monitors already')
assert log.contains('violation of lifecycle in early by send at app/Client.java:9')
assert new File(basedir, 'client/target/monitored/classes/app/Session.class').isFile()
assert new File(basedir, 'core/target/residua/plan.json').isFile()
