import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '..', 'src', 'web')
const sheet = readFileSync(join(WEB, 'ui', 'tokens.css'), 'utf8')

/** A token's value in each theme: `light-dark(a, b)`, one value for both, or another token. */
const tokens = new Map([...sheet.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value?.trim()]))
function colour(name: string, theme: 0 | 1): string {
  const value = tokens.get(name)
  if (!value) throw new Error(`There is no token ${name}.`)
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (other) return colour(other, theme)
  return /^light-dark\((.+?),\s*(#\w+|rgb\(.+\))\)$/.exec(value)?.[theme + 1] ?? value
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = ['--bg', '--surface', '--surface-alt', '--surface-raised', '--surface-group', '--hover']
const STATUSES = ['success', 'warning', 'error', 'info', 'neutral', 'special']
const TEXT = 4.5
const GRAPHIC = 3

const pairs: [string, string, number][] = [
  ...GROUNDS.flatMap((ground): [string, string, number][] => [
    ['--text', ground, TEXT],
    ['--text-2', ground, TEXT],
    ['--text-3', ground, TEXT],
    ['--link', ground, TEXT],
    ['--focus', ground, GRAPHIC],
  ]),
  ...STATUSES.flatMap((status): [string, string, number][] => [
    [`--${status}-text`, `--${status}-ground`, TEXT],
    [`--${status}-solid`, '--surface', TEXT],
  ]),
  ...['--primary', '--primary-hover', '--warning-fill', '--error-fill', '--error-fill-hover', '--ink'].map(
    (fill): [string, string, number] => ['--on-primary', fill, TEXT],
  ),
  ['--ink-text-2', '--ink', TEXT],
  ['--ink-action', '--ink', TEXT],
  ['--primary-deep', '--primary-tint', TEXT],
  ['--primary-deep', '--primary-soft', TEXT],
  ['--text', '--primary-soft', TEXT],
  ['--text-2', '--primary-soft', TEXT],
  ['--text', '--bubble-engine', TEXT],
  ['--bubble-engine-meta', '--bubble-engine', TEXT],
  ['--tick-read', '--primary-soft', GRAPHIC],
  ['--text-3', '--disabled', TEXT],
  ['--border-control', '--surface', GRAPHIC],
  ['--border-control', '--bg', GRAPHIC],
  ['--selected', '--surface', GRAPHIC],
  ...['--late-0', '--late-1', '--late-2', '--late-3', '--late-4'].map((series): [string, string, number] => [
    series,
    '--surface',
    GRAPHIC,
  ]),
]

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const at = theme === 'light' ? 0 : 1
  test.each(pairs)('%s on %s has the contrast it needs', (ink, ground, least) => {
    expect(contrast(colour(ink, at), colour(ground, at))).toBeGreaterThanOrEqual(least)
  })
})

test('no colour is written anywhere else', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(css|tsx?)$/.test(file) && !/tokens\.|\.test\./.test(file),
  )
  const written = files.flatMap((file) =>
    [
      ...readFileSync(join(WEB, file), 'utf8').matchAll(
        /(?<![\w&-])#(?:[\da-f]{3}|[\da-f]{6})\b(?!['"]?\s*[,)]?\s*from)/gi,
      ),
    ].map(([found]) => `${file}: ${found}`),
  )
  expect(written).toEqual([])
})

test("the emulator's pages have the product's colours, and the phone's own beside them", () => {
  const folder = join(WEB, '..', 'emulator', 'page')
  const files = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const)
  const own = new Set(
    [...readFileSync(join(folder, 'base.css'), 'utf8').matchAll(/^ {2}(--[\w-]+):/gm)].map(([, um]) => um),
  )
  const written = files.filter(
    ([file, text]) => /\.css$/.test(file) && file !== 'base.css' && /:[^;]*(#[\da-f]{3}|rgb)/i.test(text),
  )
  expect(written.map(([file]) => file)).toEqual([])
  const used = files.flatMap(([, text]) => [...text.matchAll(/var\((--[\w-]+)[,)]/g)].map(([, name]) => name))
  expect(used.filter((name) => !own.has(name) && !tokens.has(name))).toEqual([])
})

test('every token is used, and every one that is used exists', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(css|tsx?|html)$/.test(file),
  )
  const text = files.map((file) => readFileSync(join(WEB, file), 'utf8')).join('\n')
  const used = new Set([...text.matchAll(/var\((--[\w-]+)[,)]/g)].map(([, name]) => name))
  const own = new Set([...text.matchAll(/['"]?(--[\w-]+)['"]?:/g)].map(([, name]) => name))
  expect([...used].filter((name) => !own.has(name))).toEqual([])
  // Some tokens are composed from data: `var(--late-${n})`.
  const built = [...text.matchAll(/var\((--[\w-]+-)\$\{/g)].map(([, prefix = '']) => prefix)
  const SCALE = /^--(space|text-|radius|motion)/
  const unused = [...tokens.keys()].filter((name = '') => !used.has(name) && !SCALE.test(name))
  expect(unused.filter((name = '') => !built.some((prefix) => name.startsWith(prefix)))).toEqual([])
})
