import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'salonfront-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const read = (name: string, value: string) => readConfig({ DATA_DIR: folder, [name]: value })

test.each([
  ['PORT', '70000', 'PORT=70000: must be a whole number from 0 to 65535'],
  ['DRAIN_SECONDS', '6', 'DRAIN_SECONDS=6: must be a whole number from 0 to 5'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL=loud: must be one of: trace, debug, info, warn, error, fatal, silent'],
  ['ROLE', 'boss', 'ROLE=boss: must be one of: web, worker, live'],
  ['S3_ENDPOINT', 'store', 'S3_ENDPOINT=store: must be a URL that begins with http:// or https://'],
  ...['x', 'ftp://shop.example', 'https://shop.example/shop', 'https://shop.example?x'].map((url) => [
    'PUBLIC_URL',
    url,
    `PUBLIC_URL=${url}: must be an http or https URL without a path, as https://shop.example.com`,
  ]),
  ['DATABASE_URL', 'mysql://shop:pass@host/shop', 'DATABASE_URL=…: must be as postgres://user:password@host/database'],
  ...['mail.example:587', 'smtp://user:pass@[host'].map((url) => [
    'SMTP_URL',
    url,
    'SMTP_URL=…: must be as smtp://user:password@host:587',
  ]),
  ['ERASURE_LIST', '/nowhere/erased.txt', 'ERASURE_LIST=/nowhere/erased.txt: there is no folder /nowhere'],
  ['MAIL_FROM', 'the shop', 'MAIL_FROM=the shop: must be an email address'],
  ...['proxy', '10.0.0.0/33', '10.0.0.1,proxy', '10.0.0.0/8/8'].map((proxy) => [
    'TRUST_PROXY',
    proxy,
    `TRUST_PROXY=${proxy}: must be a number of proxies, or their IP addresses`,
  ]),
  ['SECRET', 'short', 'SECRET=…: must have at least 32 characters'],
  ['SECRET_PREVIOUS', 'short', 'SECRET_PREVIOUS=…: must have at least 32 characters'],
  ['METRICS_TOKEN', 'abc', 'METRICS_TOKEN=…: must have at least 16 characters'],
  [
    'PUBLIC_URL',
    'https://ana:hunter2@shop.example',
    'PUBLIC_URL=https://…@shop.example: must be an http or https URL without a path, as https://shop.example.com',
  ],
  [
    'PUBLIC_URL',
    'https://shop.example?token=hunter2',
    'PUBLIC_URL=https://shop.example?token=…: must be an http or https URL without a path, as https://shop.example.com',
  ],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'S3_ENDPOINT'].flatMap((name) => [
    [
      name,
      'https://key:hun@ter2@store.example',
      `${name}=https://…@store.example: must be a URL without a user and a password`,
    ],
    [
      name,
      'https://hunter2@store.example',
      `${name}=https://…@store.example: must be a URL without a user and a password`,
    ],
    [name, 'key:hunter2@store.example', `${name}=…@store.example: must be a URL that begins with http:// or https://`],
  ]),
  ['PORT', 'postgres://shop:hunter2@host/shop', 'PORT=postgres://…@host/shop: must be a whole number from 0 to 65535'],
  [
    'LOG_LEVEL',
    'ghp_16C7e42F292c6912E7710c',
    'LOG_LEVEL=…: must be one of: trace, debug, info, warn, error, fatal, silent',
  ],
])('reports an invalid %s, %s, in one line without secrets', (name = '', value = '', line = '') => {
  expect(() => read(name, value)).toThrow(new ConfigError(line))
})

test.each([
  ['PUBLIC_URL', 'https://shop.example/', 'publicUrl', 'https://shop.example'],
  ['PUBLIC_URL', 'http://[::1]:3000', 'publicUrl', 'http://[::1]:3000'],
  ['DATABASE_URL', 'postgresql:///shop?host=/run/postgresql', 'databaseUrl', 'postgresql:///shop?host=/run/postgresql'],
  ['SMTP_URL', 'smtps://a%40b:pass@host', 'smtpUrl', 'smtps://a%40b:pass@host'],
  ['MAIL_FROM', 'The Shop <shop@shop.example>', 'mailFrom', 'The Shop <shop@shop.example>'],
  ['MAIL_FROM', 'shop@shop.example', 'mailFrom', 'shop@shop.example'],
  ...['2', 'loopback', '10.0.0.1, 10.1.0.0/16, fd00::/8', '10.0.0.0/255.0.0.0'].map((proxy) => [
    'TRUST_PROXY',
    proxy,
    'trustProxy',
    proxy,
  ]),
])('accepts %s=%s', (name = '', value = '', key = '', expected = '') => {
  expect(read(name, value)).toMatchObject({ [key]: expected })
})
