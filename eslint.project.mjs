import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import prettier from 'eslint-config-prettier';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** Sources published to n8n or bundled into it. */
const PUBLISHED = ['nodes/**/*.ts', 'credentials/**/*.ts', 'shared/**/*.ts'];

/** Top-level folders: platforms -> shared; the sandbox reads only its vocabulary (see CONTRIBUTING.md). */
const PROJECT_ZONES = [
  {
    target: './shared',
    from: ['./nodes', './zapier', './credentials', './sandbox', './check-service'],
  },
  { target: './nodes', from: ['./zapier', './sandbox', './check-service'] },
  { target: './credentials', from: ['./zapier', './sandbox', './check-service'] },
  { target: './zapier', from: ['./nodes', './credentials', './sandbox', './check-service'] },
  { target: './sandbox', from: ['./nodes', './zapier', './credentials', './check-service'] },
  { target: './check-service', from: ['./nodes', './zapier', './credentials', './sandbox'] },
  {
    target: './check-service',
    from: './shared',
    except: ['./service/vocabulary.ts', './http/url.ts'],
    message:
      'The check of a service and the connector share vocabulary and the Base URL, never logic.',
  },
  {
    target: './sandbox',
    from: './shared',
    except: ['./service/vocabulary.ts', './service/scopes.ts', './service/labels.ts'],
    message: 'Sandbox and connector share vocabulary, never logic.',
  },
];

/** For each folder of shared/, the folders it may import. */
const LAYERS = {
  errors: [],
  runtime: [],
  service: ['errors', 'runtime'],
  design: ['service', 'errors', 'runtime'],
  http: ['design', 'service', 'errors', 'runtime'],
  api: ['http', 'design', 'service', 'errors', 'runtime'],
  fields: ['design', 'service', 'errors', 'runtime'],
  operations: ['api', 'fields', 'http', 'design', 'service', 'errors', 'runtime'],
  pickers: ['api', 'fields', 'http', 'design', 'service', 'errors', 'runtime'],
  // Triggers output the same records as operations.
  triggers: ['operations', 'api', 'fields', 'http', 'design', 'service', 'errors', 'runtime'],
};

/** For each folder of nodes/WalletPass, what beside it it may import, in addition to shared/. */
const N8N_FOLDERS = {
  errors: [],
  transport: ['errors'],
  controls: [],
  'methods.ts': ['controls', 'transport', 'errors'],
  output: ['operations.ts', 'controls', 'transport', 'errors'],
};

/** The same for zapier/. */
const ZAPIER_FOLDERS = {
  errors: [],
  transport: ['errors'],
  controls: ['catalog.ts', 'transport', 'errors'],
  'dropdowns.ts': ['catalog.ts', 'controls', 'transport', 'errors'],
  output: ['catalog.ts', 'transport', 'errors'],
};

/** One zone per folder: it may import only itself and the listed folders beside it. */
function zonesOf(parent, folders) {
  return Object.entries(folders).map(([folder, allowed]) => ({
    target: `${parent}/${folder}`,
    from: parent,
    except: [folder, ...allowed].map((name) => `./${name}`),
    message: `${parent}/${folder} may import ${allowed.join(', ') || 'no other folder'} here.`,
  }));
}
const LAYER_ZONES = [
  ...zonesOf('./shared', LAYERS),
  ...zonesOf('./nodes/WalletPass', N8N_FOLDERS),
  ...zonesOf('./zapier', ZAPIER_FOLDERS),
];

const NO_SPREAD_PUSH = {
  selector: "CallExpression[callee.property.name='push'] > SpreadElement",
  message: 'A list can be longer than a function takes arguments: push its entries one by one.',
};
const NO_TRIM = {
  selector: "CallExpression[callee.property.name='trim']:not([callee.object.name='apiKey'])",
  message: 'Use `trimmed` of shared/service/text: it also removes what nobody sees.',
};

/** Names of tests that begin with neither a capital letter nor a digit, a quote or a placeholder. */
const BAD_NAME = '/^[^A-Z0-9\'"`%$]/';
const TEST_NAMES = ['', '.callee.object'].flatMap((test) => {
  const isTest = `CallExpression[callee${test}.name=/^(test|it)$/]`;
  return ['value', 'quasis.0.value.raw'].map((text) => ({
    selector: `${isTest}[arguments.0.${text}=${BAD_NAME}]`,
    message:
      'The name of a test is a sentence that can be read alone: begin with a capital letter.',
  }));
});
const NO_IT = {
  selector: "CallExpression[callee.name='it'], MemberExpression[object.name='it']",
  message: 'Use `test`: names are whole sentences.',
};

export default tseslint.config(
  { ignores: ['dist/', 'zapier/dist/', 'zapier/build/', 'coverage/'] },

  // A strict TypeScript lint for every source.
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, importX.flatConfigs.typescript],
    languageOptions: { parserOptions: { projectService: true } },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.js', '.mjs', '.json'] }),
      ],
    },
    plugins: { 'import-x': importX },
    rules: {
      'no-console': 'error',
      'import-x/no-cycle': 'error',
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/no-restricted-paths': ['error', { zones: [...PROJECT_ZONES, ...LAYER_ZONES] }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Functions that implement an asynchronous interface are async, even if they await nothing.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { varsIgnorePattern: '^_', argsIgnorePattern: '^_' },
      ],
    },
  },

  // n8n's own rules, as its package scanner applies them.
  {
    ...n8nCommunityNodesPlugin.configs.recommended,
    files: [...PUBLISHED, 'package.json'],
  },
  { plugins: { 'n8n-nodes-base': n8nNodesBase } },
  {
    files: ['package.json'],
    languageOptions: { parser: tseslint.parser },
    rules: n8nNodesBase.configs.community.rules,
  },
  {
    files: ['credentials/**/*.ts'],
    rules: {
      ...n8nNodesBase.configs.credentials.rules,
      // As in the scanner: not valid for community nodes, or done better by the other plugin.
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
      'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
    },
  },
  {
    files: ['nodes/**/*.ts', 'shared/**/*.ts'],
    rules: {
      ...n8nNodesBase.configs.nodes.rules,
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
      'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
    },
  },

  // Lists of the service have any length.
  {
    files: [...PUBLISHED, 'zapier/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', NO_SPREAD_PUSH],
    },
  },
  // What people enter.
  {
    files: [
      'shared/{fields,design,operations,pickers,triggers}/**/*.ts',
      'nodes/WalletPass/{controls,output}/**/*.ts',
      'zapier/controls/**/*.ts',
    ],
    ignores: ['shared/operations/file/**'],
    rules: {
      'no-restricted-syntax': ['error', NO_SPREAD_PUSH, NO_TRIM],
    },
  },

  // jest's matchers (`expect.any(String)`) are of type any.
  {
    files: ['test/**/*.ts', 'e2e/**/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  // A failing report shows the names of tests, without what is around them.
  {
    files: ['test/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...TEST_NAMES, NO_IT] },
  },

  // Command-line programs talk to a terminal.
  {
    files: [
      'examples/print.ts',
      'sandbox/cli.ts',
      'check-service/cli.ts',
      'bench/**/*.ts',
      'e2e/editor/**/*.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  prettier,
);
