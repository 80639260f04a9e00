// All modules of the pages: each can be parsed, and each name that one imports is exported by another. The browser would
// only show an empty page. And none waits before it has run: WebKit 2.50 could load for ever.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Script } from 'node:vm';

const folder = new URL('../../../web/', import.meta.url).pathname;

const link = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { SourceTextModule } from 'node:vm';
  const modules = new Map();
  function module(path) {
    if (!modules.has(path)) modules.set(path, new SourceTextModule(readFileSync(path, 'utf8'), { identifier: path }));
    return modules.get(path);
  }
  const folder = new URL('file://' + process.argv[1]);
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.js')) continue;
    const found = module(new URL(name, folder).pathname);
    if (found.status === 'unlinked') await found.link((path, from) => module(new URL(path, 'file://' + from.identifier).pathname));
  }`;

test('every import exists, once', () => {
  const { status, stderr } = spawnSync(process.execPath,
    ['--experimental-vm-modules', '--no-warnings', '--input-type=module', '--eval', link, folder], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});

test('no module waits itself', () => {
  for (const name of readdirSync(folder, { recursive: true }).filter((each) => each.endsWith('.js'))) {
    // A script can't wait outside of functions.
    const script = readFileSync(folder + name, 'utf8').replaceAll(/^import .*;$|^export /gm, '');
    assert.doesNotThrow(() => new Script(script), name);
  }
});
