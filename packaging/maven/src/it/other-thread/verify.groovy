def log = new File(basedir, 'build.log').text
assert log.contains('Tests run: 2, Failures: 1, Errors: 0')
assert log.contains('ClientTest.greetsInAnotherThread')
assert log.contains('open the session before you send')
assert log =~ /ERROR residua.lifecycle - residua: violation of lifecycle in early by send at app\/Client.java:9/
