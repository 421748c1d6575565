import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Environment } from '#server/platform/config.ts'
import { readRepositoryFile, repositoryFiles } from '#test/repository.ts'

const root = join(import.meta.dirname, '..')
const runsSuccessfully = (program: string, ...options: string[]) => spawnSync(program, options).status === 0
const isInstalled = (program: string) => runsSuccessfully('which', program)

/**
 * Runs a tool on its files; when it is not installed, the skipped test is named after it, so that the output shows what
 * was omitted.
 */
function check(tool: string, subject: string, findings: () => string, canRun = isInstalled(tool)) {
  const testName = canRun ? `${tool} has no findings in ${subject}` : `NOT RUN, ${tool} is not installed: ${subject}`
  it.runIf(canRun)(testName, { timeout: 300_000 }, () => expect(findings()).toBe(''))
}

/** Output of a tool that reports findings. */
function run(program: string, options: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, options, { cwd: root, encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}` || `${program} ended with ${status}`
}

describe('the operations files', () => {
  const scripts = repositoryFiles.filter(
    (file) => /^(ops|\.ci)\//.test(file) && /^#!.*\b(ba|da)?sh\b/.test(readRepositoryFile(file)),
  )
  const units = repositoryFiles.filter((file) => file.startsWith('ops/systemd/'))
  const services = units.filter((file) => file.endsWith('.service'))
  const folder = mkdtempSync(join(tmpdir(), 'salonfront-units-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('are programs that stop at the first failure', () => {
    expect(scripts.length).toBeGreaterThan(3)
    expect(scripts.filter((file) => !/^set -eu/m.test(readRepositoryFile(file)))).toEqual([])
  })

  check('shellcheck', 'their scripts', () => run('shellcheck', ['-x', '-P', 'SCRIPTDIR', ...scripts]))

  // Replaces server paths with the programs of this checkout, because they do not exist on every machine.
  const copyUnits = () =>
    units.map((unit) => {
      const copy = join(folder, basename(unit))
      writeFileSync(copy, readRepositoryFile(unit).replaceAll('/opt/salonfront', root))
      return copy
    })
  check('systemd-analyze', 'the units', () => run('systemd-analyze', ['verify', '--man=no', ...copyUnits()]))

  it.runIf(isInstalled('systemd-analyze'))("restrict their services' access to the machine", () => {
    copyUnits()
    const [maxForShop, maxForRoot] = ['20', '35']
    const exposed = services.map((unit) => {
      const threshold = unit.includes('pgbackrest') ? maxForRoot : maxForShop
      return run('systemd-analyze', [
        'security',
        '--offline=yes',
        `--threshold=${threshold}`,
        join(folder, basename(unit)),
      ])
    })
    expect(exposed.filter(Boolean)).toEqual([])
  })

  check(
    'docker compose',
    'the compose file',
    () =>
      run('docker', [
        'compose',
        '-f',
        'ops/compose/compose.yaml',
        '--env-file',
        writeComposeEnv(),
        'config',
        '--quiet',
      ]),
    runsSuccessfully('docker', 'compose', 'version'),
  )
  const writeComposeEnv = () => {
    const settings = join(folder, 'compose.env')
    writeFileSync(settings, readRepositoryFile('ops/compose/example.env').replace(/^([A-Z_]+)=$/gm, '$1=given'))
    return settings
  }

  it('set only known variables, and require those of the example', () => {
    const compose = readRepositoryFile('ops/compose/compose.yaml')
    const [, app = ''] = /\n {2}app:\n([\s\S]*?)\n {2}\w+:\n/.exec(compose) ?? []
    const variables = [...app.matchAll(/^ {6}([A-Z0-9_]+):/gm)].map(([, name]) => name)
    expect(variables.length).toBeGreaterThan(8)
    expect(variables.filter((name) => !(`${name}` in Environment.shape))).toEqual([])
    const requested = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name))
    const listed = [...readRepositoryFile('ops/compose/example.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
    expect([...requested].sort()).toEqual(listed.sort())
  })

  check('promtool', 'the alerts, which fire only when they should', () =>
    [
      'check rules salonfront.rules.yml',
      'test rules salonfront.rules.test.yml',
      'check config --syntax-only prometheus.yml',
    ]
      .map((args) => args.replace(/(\S+\.yml)$/, 'ops/prometheus/$1'))
      .map((args) => run('promtool', args.split(' ')))
      .join(''),
  )

  it('alert on existing metrics', () => {
    const sources = repositoryFiles.filter((file) => /-metrics\.ts$|\/metrics\.ts$/.test(file)).map(readRepositoryFile)
    const requested = new Set(readRepositoryFile('ops/prometheus/salonfront.rules.yml').match(/\b[a-z_]+(?=\{job=)/g))
    const libraryMetrics = ['up', 'nodejs_eventloop_lag_p99_seconds']
    const isDefined = (name: string) =>
      sources.some((source) => source.includes(`'${name.replace(/_(?:count|bucket)$/, '')}'`))
    expect([...requested].filter((name) => !libraryMetrics.includes(name) && !isDefined(name))).toEqual([])
    expect(requested.size).toBeGreaterThan(10)
  })
})
