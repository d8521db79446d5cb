import js from "@eslint/js";
import globals from "globals";

const PAGE = "src/sowfish/web/page/";

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
  { files: [`${PAGE}service-worker.js`], languageOptions: { globals: globals.serviceworker } },
  // The bundle before it defines what it uses of the page.
  {
    files: ["src/sowfish/notebook/widget.js"],
    languageOptions: { globals: { ...globals.browser, Board: "readonly", words: "readonly" } },
  },
  { files: ["tests/page/**", "tools/**", "benchmarks/**", "npm/**"], languageOptions: { globals: { ...globals.node, WebAssembly: "readonly" } } },
];
