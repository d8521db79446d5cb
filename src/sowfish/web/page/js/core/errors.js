// Failures of an engine: what the page says about them is in words/refusals.js.

/** @typedef {{ code?: string, error: string, parameters?: any }} Refusal a failed request */

export class EngineError extends Error {
  /**
   * @param {Refusal} refusal
   * @param {{ isTemporary?: boolean }} options isTemporary: a retry may succeed
   */
  constructor(refusal, { isTemporary = false } = {}) {
    super(refusal.error || refusal.code);
    this.refusal = refusal;
    this.isTemporary = isTemporary;
  }
}
