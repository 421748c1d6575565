import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorStatuses } from '#contract/errors.ts'
import { Environment } from '#server/platform/config.ts'
import { anySetting, settingKeys } from '#server/platform/settings/registry.ts'
import { readRepositoryFile, repositoryFiles } from '#test/repository.ts'

const filesUnder = (folder: string, pattern = /\.tsx?$/) =>
  repositoryFiles.filter((file) => file.startsWith(folder) && pattern.test(file) && !/\.test\.tsx?$/.test(file))

describe('the source', () => {
  it('keeps clock, randomness and environment out of the domain', () => {
    const impure = filesUnder('src/domain/').filter((file) =>
      /\bDate\.now\(|new Date\(\)|Math\.random\(|\bprocess\.|from 'node:|\bfetch\(/.test(readRepositoryFile(file)),
    )
    expect(impure).toEqual([])
  })

  it('lists every environment variable in .env.example, and no other', () => {
    const listed = [...readRepositoryFile('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect(listed.sort()).toEqual(Object.keys(Environment.shape).sort())
  })

  it('names every page path in one file', () => {
    const literal = /(?:to|href|action)="\/(?!\/)[^"]*"|navigate\('\//
    const otherFiles = filesUnder('src/web/').filter(
      (file) => file !== 'src/web/api/paths.ts' && literal.test(readRepositoryFile(file)),
    )
    expect(otherFiles).toEqual([])
  })

  it('uses no form, fetcher or action of the router, which the build removes', () => {
    const removed = /\b(?:Form|useFetchers?|useSubmit|useActionData|useFormAction)\b[^;\n]*from 'react-router'/
    expect(filesUnder('src/web/').filter((file) => removed.test(readRepositoryFile(file)))).toEqual([])
  })

  it('serves every call with a policy, through serve() only', () => {
    const routes = filesUnder('src/server/').filter((file) => file.endsWith('.routes.ts'))
    expect(routes.length).toBeGreaterThan(4)
    const unservedRoutes = routes.filter((file) =>
      /\bapp\.(post|put|patch|delete|route)\(/.test(readRepositoryFile(file)),
    )
    expect(unservedRoutes).toEqual([])
  })

  it('reaches every error code in a test', () => {
    const tests = repositoryFiles
      .filter((file) => /^(src|test)\/.*\.test\.tsx?$/.test(file) && file !== 'test/conventions.test.ts')
      .map(readRepositoryFile)
    const unreached = Object.keys(errorStatuses).filter((code) => !tests.some((text) => text.includes(`'${code}'`)))
    expect(unreached).toEqual([])
  })

  it('lists every error code in one subject', () => {
    const codes = filesUnder('src/contract/', /\/errors\.ts$/).flatMap((file) =>
      [...readRepositoryFile(file).matchAll(/^ {2}(\w+): \d{3},$/gm)].map(([, code]) => code),
    )
    expect(codes.toSorted()).toEqual(Object.keys(errorStatuses).toSorted())
  })

  it('generates the styles of every shop component that the back office renders', () => {
    const sources = [...readRepositoryFile('src/web/admin/styles.css').matchAll(/@source "\.\.\/([^"]+)"/g)].map(
      ([, path]) => path,
    )
    const importsOf = (file: string) =>
      [...readRepositoryFile(file).matchAll(/from '(?:#web|\.)\/([^']+\.tsx)'/g)].map(([statement, path = '']) =>
        statement.includes('#web') ? `src/web/${path}` : join(dirname(file), path),
      )
    const rendered = new Set(filesUnder('src/web/admin/', /\.tsx$/))
    for (const file of rendered) for (const imported of importsOf(file)) rendered.add(imported)
    const shopComponents = [...rendered].filter(
      (file) => !file.startsWith('src/web/admin/') && readRepositoryFile(file).includes('className'),
    )
    expect(shopComponents).toContain('src/web/account/sales/Gem.tsx')
    expect(shopComponents.filter((file) => !sources.some((source) => file.startsWith(`src/web/${source}`)))).toEqual([])
  })

  it('normalizes text with a limit on combining marks', () => {
    const normalizing = filesUnder('src/').filter((file) => /\bnormalize\(/.test(readRepositoryFile(file)))
    expect(normalizing).toEqual(['src/domain/text/normal-form.ts', 'src/server/identity/credentials/password.ts'])
  })

  it('converts cents to dollars only at the edge', () => {
    const allowedFiles = /present-|\.routes\.ts$|product-file|settings|mail/
    const otherFiles = filesUnder('src/server/').filter(
      (file) => !allowedFiles.test(file) && /\btoDollars\(/.test(readRepositoryFile(file)),
    )
    expect(otherFiles).toEqual([])
  })

  it('names existing tests for each section of the specification, and the back office', () => {
    const page = readRepositoryFile('docs/specification-coverage.md')
    const lines = page.split('\n').filter((line) => /^\| (?:docs\/|\u00a7)/.test(line) && line.includes('.ts`'))
    const missing = ['specification', 'back-office'].flatMap((name) => {
      const sections = [...readRepositoryFile(`docs/${name}.md`).matchAll(/^## (\d+)\. /gm)].map(([, number]) => number)
      const prefix = name === 'specification' ? '' : `docs/${name} `
      return sections
        .map((number) => `| ${prefix}\u00a7${number} `)
        .filter((start) => lines.filter((line) => line.startsWith(start)).length !== 1)
    })
    expect(missing).toEqual([])
    const files = [...page.matchAll(/`((?:src|test|db|docs)\/[^`]+)`/g)].map(([, file = '']) => file)
    expect(files.filter((file) => !repositoryFiles.includes(file))).toEqual([])
    const wrong = lines.filter((line) => {
      const [, file = '', name = ''] = /`([^`]+\.(?:test|e2e)\.tsx?)` "([^"]+)"/.exec(line) ?? []
      return !name || !readRepositoryFile(file).includes(name)
    })
    expect(wrong).toEqual([])
  })

  it('lists address fields only where the compiler detects a missing one', () => {
    const fileList = filesUnder('src/').filter(
      (file) =>
        !file.includes('.generated.') &&
        ['address_1', 'city'].every((field) => readRepositoryFile(file).includes(field)),
    )
    expect(fileList).toEqual([
      'src/contract/addresses/schemas.ts',
      'src/domain/addresses/address.ts',
      'src/server/mail/texts/sample-order.ts',
      'src/server/setup/place-test-order.ts',
      'src/web/forms/AddressFields.tsx',
    ])
  })

  it('has migrations numbered without a gap', () => {
    const numbers = repositoryFiles
      .filter((file) => /^db\/migrations\/.*\.sql$/.test(file))
      .map((file) => Number(file.slice(14, 18)))
      .sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  it('begins the name of every constraint, index and trigger with its table', () => {
    const tables = readRepositoryFile('db/schema.sql').matchAll(/^create (?:unlogged )?table (\w+)[^;]*/gm)
    const names = [...tables].flatMap(([definition, table = '']) =>
      [...definition.matchAll(/^ {2}constraint (\w+)/gm)].map(([, name]) => ({ name, prefix: `${table}_` })),
    )
    const others = readRepositoryFile('db/schema.sql').matchAll(
      /^CREATE (?:UNIQUE |CONSTRAINT )?(INDEX|TRIGGER) (\w+) [^;]*?ON public\.(\w+)/gm,
    )
    for (const [, kind, name, table] of others) {
      names.push({ name, prefix: `${table}_` })
      if (kind === 'INDEX' && !name?.endsWith('_idx')) names.push({ name, prefix: 'an index ends in _idx' })
    }
    expect(names.length).toBeGreaterThan(700)
    expect(names.filter(({ name, prefix }) => !name?.startsWith(prefix))).toEqual([])
  })

  it('mocks no module in database tests, whose threads share loaded modules', () => {
    const databaseTests = repositoryFiles.filter((file) => file.endsWith('.db.test.ts'))
    expect(databaseTests.length).toBeGreaterThan(100)
    expect(
      databaseTests.filter((file) => /\bvi\.(?:mock|doMock|resetModules)\(/.test(readRepositoryFile(file))),
    ).toEqual([])
  })

  it('documents every setting', () => {
    expect(settingKeys.length).toBeGreaterThan(5)
    for (const key of settingKeys) {
      expect(key).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(anySetting(key).meaning.length, key).toBeGreaterThan(15)
    }
  })

  it('locks the packages of every platform, so that npm ci works everywhere', () => {
    type LockedPackages = Record<string, { optionalDependencies?: Record<string, string> }>
    const locked = Object.entries(JSON.parse(readRepositoryFile('package-lock.json')).packages as LockedPackages)
    const names = new Set(locked.map(([path]) => path.split('node_modules/').at(-1)))
    const missing = locked.flatMap(([, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !names.has(name)),
    )
    expect(missing).toEqual([])
  })

  it('keeps files short', () => {
    const longFiles = filesUnder('src/').filter(
      (file) => !file.includes('.generated.') && readRepositoryFile(file).split('\n').length > 350,
    )
    expect(longFiles).toEqual([])
  })
})
