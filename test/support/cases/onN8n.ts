import type { IDataObject } from 'n8n-workflow';

import { type N8n, type PassResult, type PassRun, binaryFile } from '../n8n';
import type { LoadedCase } from '.';
import type { Raw } from './operationCase';
import { INPUT_KEY, n8nParameters } from './platformInputs';
import { type WorkingInputs, useWorkingInputs } from './working';

interface CasesOnN8n {
  working: WorkingInputs['working'];
  /** Runs an operation. @param around inputs of the items before and after it */
  run: (one: LoadedCase, input: Raw, options?: PassRun, around?: Raw[]) => Promise<PassResult>;
}

/** Runs the cases of operations in n8n's engine. */
export function useCasesOnN8n(n8n: N8n): CasesOnN8n {
  const inputs = useWorkingInputs(n8n);
  return {
    working: inputs.working,
    run({ operation }, input, options = {}, around = []) {
      const [before, after] = around;
      const items = [before, input, after].filter((item) => item !== undefined);
      return n8n.pass(operation.key, n8nParameters(operation, input), {
        resource: operation.resource,
        items: items.map((item) => ({ [INPUT_KEY]: item as IDataObject })),
        binary: { data: binaryFile(inputs.image.content) },
        ...options,
      });
    },
  };
}
