def log = new File(basedir, 'build.log').text
assert log.contains('violation of lifecycle in early by send at app/Client.java:9')
assert log.contains('open the session before you send')
assert log.contains('violation of lifecycle in early by send at app/Client.java:15')
assert log.contains('Tests run: 2, Failures: 2, Errors: 0')
assert new File(basedir, 'target/residua/report.html').isFile()
