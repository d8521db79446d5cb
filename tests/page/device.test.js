// How much of a device the engine in the browser asks for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { deviceLimits } from "../../src/sowfish/web/page/js/analysis/engine.js";

const MEGABYTE = 1 << 20;
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";

test("a phone gives the engine at most 256 MB, whatever it reports", () => {
  for (const userAgent of [IPHONE, ANDROID]) {
    for (const deviceMemory of [undefined, 4, 8, 64]) {
      assert.ok(deviceLimits({ hardwareConcurrency: 8, deviceMemory, userAgent }).memory <= 256 * MEGABYTE);
    }
  }
});

test("a device with little memory gives less", () => {
  assert.equal(deviceLimits({ hardwareConcurrency: 4, deviceMemory: 0.5, userAgent: ANDROID }).memory, 64 * MEGABYTE);
  assert.ok(deviceLimits({ hardwareConcurrency: 4, deviceMemory: 8 }).memory > 256 * MEGABYTE);
});

test("two workers at least, so that one can answer while another searches", () => {
  assert.equal(deviceLimits({ hardwareConcurrency: 1 }).workers, 2);
});
