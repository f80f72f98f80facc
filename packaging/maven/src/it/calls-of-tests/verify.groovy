def log = new File(basedir, 'build.log').text
assert log.contains('violation of lifecycle in early by send at app/SessionTest.java:8')
assert log.contains('Tests run: 1, Failures: 1, Errors: 0')
