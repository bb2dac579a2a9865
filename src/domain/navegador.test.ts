import { expect, test } from 'vitest'
import { nomeDoNavegador } from './navegador.ts'

const BASE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

test.each([
  [BASE, 'Chrome no Windows'],
  [`${BASE} Edg/131.0.0.0`, 'Edge no Windows'],
  [`${BASE} OPR/115.0.0.0`, 'Opera no Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox no Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1',
    'Safari no iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet no Android',
  ],
  ['curl/8.5.0', null],
  [undefined, null],
])('%s', (agente, nome) => {
  expect(nomeDoNavegador(agente)).toBe(nome)
})
