import type { Sandbox } from '../../../sandbox/index';
import { logo } from '../../sandbox/images';
import { scenariosOf, type LoadedCase } from '.';
import { caseFixture } from './fixture';
import { type ServedImage, hostImage } from './imageHost';
import type { Raw } from './operationCase';
import type { Fixture, Scenario } from './scenario';

export interface Working {
  fixture: Fixture;
  scenario: Scenario;
  input: Raw;
}

interface WorkingInputs {
  readonly image: ServedImage;
  /** Resets the service. */
  newFixture: (byExternalId?: boolean) => Fixture;
  /** A working input, and the service it works on. */
  working: (
    operationCase: LoadedCase,
    variant?: number,
    byExternalId?: boolean,
  ) => Promise<Working>;
}

/** Working inputs of all cases, for the tests of a file. */
export function useWorkingInputs(engine: { readonly sandbox: Sandbox }): WorkingInputs {
  let started: ServedImage | undefined;
  const image = () => {
    if (!started) throw new Error('The image is not served yet');
    return started;
  };
  beforeAll(async () => {
    started = await hostImage(await logo('#ffffff'));
  });
  afterAll(() => started?.close());

  const newFixture = (byExternalId = false) => caseFixture(engine.sandbox, image(), byExternalId);
  return {
    get image() {
      return image();
    },
    newFixture,
    async working(operationCase, variant = 0, byExternalId = false) {
      const fixture = newFixture(byExternalId);
      const scenario = await scenariosOf(operationCase)[variant]?.(fixture, 0);
      if (!scenario) throw new Error(`${operationCase.name} has no scenario ${variant}`);
      engine.sandbox.control.clearRequests();
      return { fixture, scenario, input: scenario.input };
    },
  };
}
