import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { readTemplates } from '../../../shared/api/templates';
import { TEMPLATE_LIST_FEATURES, type TemplateFeature } from '../../../shared/fields';
import { supportsFeature, templateChoices } from '../../../shared/pickers/templates';
import { createRunContext } from '../transport/runContext';
import { withNodeErrors } from '../errors/nodeErrors';
import { listOptions } from './editorContext';
import { templateMethodNames } from '../controls/methodNames';

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** `methods.loadOptions`: all templates at once, because dropdowns have no pages. */
export const templateOptions: Record<string, LoadOptions> = Object.fromEntries(
  TEMPLATE_LIST_FEATURES.map((feature) => [
    templateMethodNames(feature).getTemplates,
    templateLoader(feature),
  ]),
);

function templateLoader(feature: TemplateFeature | undefined): LoadOptions {
  return async function () {
    return await withNodeErrors(this, async () => {
      const { client } = await createRunContext(this);
      const supported = await readTemplates(client, (one) => supportsFeature(one, feature));
      return listOptions(templateChoices(supported));
    });
  };
}
