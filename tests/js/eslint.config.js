// How the browser's JavaScript is linted; the types are checked by tsconfig.json.

import js from "@eslint/js";
import globals from "globals";

const SERVED = ["gamekit/**/*.js"];

export default [
  { ignores: ["gamekit/**/vendor/", "gamekit/web/built/", "gamekit/notebooks/", "build/"] },
  js.configs.recommended,
  {
    files: [...SERVED, "tests/**/*.js"],
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: { ...globals.browser } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "no-shadow-restricted-names": "error",
      "no-throw-literal": "error",
      "no-implicit-globals": "error",
      "no-self-compare": "error",
      "no-unreachable-loop": "error",
      "no-constructor-return": "error",
      "require-yield": "off", // what a table answers is a generator of messages, of none too
      "array-callback-return": ["error", { checkForEach: false }],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector:
            ":matches(Identifier[name='readAsText'], CallExpression[callee.property.name='text'][callee.object.name=/^file/], CallExpression[callee.property.name='text'][callee.object.object.property.name='files'])",
          message: "A file is read as its editor marked it: use textOf of shared/files.js.",
        },
      ],
    },
  },
];
