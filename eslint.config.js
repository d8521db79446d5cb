import js from "@eslint/js";
import globals from "globals";

const PAGE = "src/sowfish/web/page/";
// The folders of the page in dependency order: each may import from the ones before it, the modules beside them from all.
const LAYERS = ["core", "words", "shared", "game", "analysis", "board", "views"];
const APART = { analysis: ["shared", "words"], board: ["analysis"] }; // no words, no page; no searches

const layered = LAYERS.map((layer, at) => ({
  files: [`${PAGE}js/${layer}/**`],
  rules: {
    "no-restricted-imports": ["error", {
      patterns: [...LAYERS.slice(at + 1), ...(APART[layer] ?? [])].map((other) => (
        { group: [`**/${other}/*`], message: `${layer}/ does not depend on ${other}/.` })),
    }],
  },
}));

export default [
  { ignores: [".venv*/", "build/", "node_modules/", "docs/", "!src/", "**/*.d.ts"] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-shadow": "error",
      "no-implicit-globals": "error",
      "no-unused-vars": ["error", { args: "after-used", ignoreRestSiblings: true, caughtErrors: "none" }],
    },
  },
  { files: [`${PAGE}js/**`], languageOptions: { globals: globals.browser } },
  ...layered,
  { files: [`${PAGE}service-worker.js`], languageOptions: { globals: globals.serviceworker } },
  // The bundle before it defines what it uses of the page.
  {
    files: ["src/sowfish/notebook/widget.js"],
    languageOptions: { globals: { ...globals.browser, Board: "readonly", words: "readonly" } },
  },
  { files: ["tests/page/**", "tools/**", "benchmarks/**", "npm/**"], languageOptions: { globals: { ...globals.node, WebAssembly: "readonly" } } },
];
