def test = 'app.ReflectingTest;greets'
assert new File(basedir, 'reflection.log').text == """\
Class.forName;app.Client;${test};11
Constructor.newInstance;<app.Client: void <init>()>;${test};11
Method.invoke;<app.Client: int greet(boolean)>;${test};12
"""
def plan = new File(basedir, 'target/residua/plan.json').text
assert plan.contains('"reflection-log"')
def log = new File(basedir, 'build.log').text
assert log.contains('3 reflective calls write down what they reach')
assert log.contains('Tests run: 1, Failures: 0, Errors: 0')
