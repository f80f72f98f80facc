def report = new File(basedir, 'target/site/jacoco/jacoco.csv').text
assert report.contains('app,Client')
assert !report.contains('residua')
