/** The most telling first: nearly every browser also calls itself Mozilla, Safari and Chrome. */
const NAVEGADORES: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SISTEMAS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser as its person would call it ("Chrome no Windows"), from its `User-Agent`; null for what is no browser. */
export function nomeDoNavegador(agente: string | undefined): string | null {
  const achar = (lista: readonly (readonly [RegExp, string])[]) =>
    lista.find(([forma]) => forma.test(agente ?? ''))?.[1]
  const navegador = achar(NAVEGADORES)
  const sistema = achar(SISTEMAS)
  if (!navegador) return null
  return sistema ? `${navegador} no ${sistema}` : navegador
}
