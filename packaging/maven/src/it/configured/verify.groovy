def log = new File(basedir, 'build.log').text
assert log.contains('`residua analyze` has objections')
assert new File(basedir, 'target/residua/plan.json').isFile()
assert !new File(basedir, 'target/monitored').exists()
