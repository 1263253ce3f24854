const path = require('node:path');

const { TestEnvironment } = require('jest-environment-node');

const exceptions = require('./exceptions.cjs');

const ROOT = path.resolve(__dirname, '../..');

/**
 * Inverts the result of the tests in `exceptions.cjs`: they must fail. Intervals keep no process alive: n8n 1.123
 * starts some that it never stops (SSHClientsManager, ScheduledTaskManager), and n8n 2 does the same to them.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { setInterval } = this.global;
    this.global.setInterval = (...args) => setInterval(...args).unref();
    this.expected = (exceptions[path.relative(ROOT, context.testPath)] ?? []).flatMap(
      ({ tests }) => tests,
    );
  }

  handleTestEvent({ name, test }) {
    if (name !== 'test_done' || !this.isExpected(test)) return;
    if (test.errors.length > 0) {
      test.errors.length = 0;
    } else {
      test.errors.push(new Error('this test passes on n8n 1.123: remove it from exceptions.cjs'));
    }
  }

  isExpected(test) {
    const name = fullName(test);
    return this.expected.some((one) =>
      one instanceof RegExp ? one.test(name) : name.endsWith(one),
    );
  }
};

/** The names of the surrounding `describe` blocks and of the test. */
function fullName({ name, parent }) {
  return parent?.parent ? `${fullName(parent)} ${name}` : name;
}
