// Import rules: domain ← contract ← server, web, emulator; within a world, folders never form a cycle.
// Cycles of files are Biome's `noImportCycles`, in biome.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { RAIZ } from './preparar.mjs'

const PERMITIDOS = {
  domain: ['domain'],
  contract: ['domain', 'contract'],
  emulator: ['domain', 'contract', 'emulator'],
  server: ['domain', 'contract', 'server', 'emulator'],
  web: ['domain', 'contract', 'web'],
}
/** Packages that a world may use; worlds not listed may use any. */
const PACOTES = { domain: [], contract: ['zod'] }
/** Worlds whose folders (for domain and contract: files) must not form a cycle; the emulator is one folder. */
const COM_ORDEM = ['domain', 'contract', 'server', 'web']
/** What every screen builds on: nouns' folders import these, never the reverse. Each may use those before it. */
const BASE_DA_WEB = ['api', 'ui', 'shell']

/** One sentence for each import that breaks the rules, and for each cycle of folders. */
export function problemasDeImportacao() {
  return Object.keys(PERMITIDOS).flatMap((mundo) => {
    const lidas = fontes(join(RAIZ, 'src', mundo)).flatMap(importacoes)
    const proibidas = lidas.flatMap((importacao) => problemasDe(mundo, importacao))
    const circulos = COM_ORDEM.includes(mundo) ? voltas(mundo, lidas) : []
    return [...proibidas, ...circulos, ...(mundo === 'server' ? foraDaOrdem(lidas) : [])]
  })
}

const ORDEM = join('docs', 'decisions', '007-direcao-das-fatias.md')

/** One sentence for each server folder missing from the order, and for each import against it. */
function foraDaOrdem(lidas) {
  const [, ordem] = /^From below: ([^.]+)\./m.exec(readFileSync(join(RAIZ, ORDEM), 'utf8'))
  const degraus = ordem.split(';').map((degrau) => [...degrau.matchAll(/`(.+?)`/g)].map(([, pasta]) => pasta))
  const degrauDe = (pasta) => degraus.findIndex((degrau) => degrau.includes(pasta))
  const entrePastas = lidas.filter(
    ({ teste, de, para }) => !teste && para?.[0] === 'server' && de[1] !== para[1] && !/\.\w+$/.test(de[1] + para[1]),
  )
  const pastas = readdirSync(join(RAIZ, 'src', 'server'), { withFileTypes: true }).filter((um) => um.isDirectory())
  const faltam = pastas.filter(({ name }) => degrauDe(name) < 0)
  return [
    ...faltam.map(({ name }) => {
      const usadas = entrePastas.filter(({ de }) => de[1] === name).map(({ para }) => para[1])
      const abaixo = degraus[Math.max(-1, ...usadas.map(degrauDe))]
      return `${ORDEM}: a ordem não diz server/${name}: escreva-a ${abaixo ? `no degrau depois de ${abaixo.join(', ')}` : 'no primeiro degrau'}`
    }),
    ...entrePastas
      .filter(({ de, para }) => degrauDe(de[1]) >= 0 && degrauDe(para[1]) >= degrauDe(de[1]))
      .map(({ onde, alvo, de }) => `${onde}: ${alvo} não vem antes de server/${de[1]} na ordem de ${ORDEM}`),
  ]
}

function problemasDe(mundo, { onde, teste, alvo, destino, soTipo }) {
  if (alvo.startsWith('#test/')) return teste ? [] : [`${onde}: só testes importam ${alvo}`]
  if (destino) {
    const [outro, pasta] = destino.split(sep)
    if (!PERMITIDOS[mundo].includes(outro)) return [`${onde}: ${mundo} não pode importar ${alvo}`]
    if (mundo !== 'web') return []
    if (outro === 'contract' && !soTipo) return [`${onde}: do contrato a web importa só tipos (${alvo})`]
    return outro === 'web' ? daBasePraFora(onde, pasta, alvo) : []
  }
  const pacote = !alvo.startsWith('.') && PACOTES[mundo]
  return pacote && !teste && !pacote.includes(alvo) ? [`${onde}: ${mundo} não pode depender de ${alvo}`] : []
}

function daBasePraFora(onde, pasta, alvo) {
  const degrau = BASE_DA_WEB.indexOf(onde.split(sep)[2])
  if (degrau < 0 || /\.\w+$/.test(pasta) || BASE_DA_WEB.slice(0, degrau + 1).includes(pasta)) return []
  return [`${onde}: web/${BASE_DA_WEB[degrau]} não pode importar ${alvo}`]
}

/** One sentence for each cycle of folders; type imports count, because naming a type is a dependency too. */
function voltas(mundo, lidas) {
  const vizinhos = new Map()
  for (const { teste, de, para, onde } of lidas) {
    if (teste || de[0] !== mundo || para?.[0] !== mundo || de[1] === para[1]) continue
    const saidas = vizinhos.get(de[1]) ?? vizinhos.set(de[1], new Map()).get(de[1])
    if (!saidas.has(para[1])) saidas.set(para[1], onde)
  }
  const ditas = new Set()
  return [...vizinhos.keys()].flatMap((pasta) => {
    const volta = menorVolta(vizinhos, pasta)
    const chave = volta?.toSorted().join()
    if (!volta || ditas.has(chave)) return []
    ditas.add(chave)
    const passos = volta.map((de, i) => {
      const para = volta[(i + 1) % volta.length]
      return `${para} (por ${vizinhos.get(de).get(para)})`
    })
    return [`${mundo}: as pastas importam em círculo: ${pasta} → ${passos.join(' → ')}`]
  })
}

/** The shortest path from a folder back to itself, or null. */
function menorVolta(vizinhos, inicio) {
  const caminhos = [[inicio]]
  const vistas = new Set()
  for (const caminho of caminhos) {
    for (const proxima of vizinhos.get(caminho.at(-1))?.keys() ?? []) {
      if (proxima === inicio) return caminho
      if (vistas.has(proxima)) continue
      vistas.add(proxima)
      caminhos.push([...caminho, proxima])
    }
  }
  return null
}

const ESTATICA = /^(?:import|export)\s+(?<tipo>type\s+)?(?:[^'";]*?\sfrom\s+)?['"](?<alvo>[^'"]+)['"]/gm
const DINAMICA = /(?<tipo>typeof\s+)?\bimport\(\s*['"](?<alvo>[^'"]+)['"]/g

/** What a file imports: statically, dynamically, or as a type. */
function importacoes(caminho) {
  const onde = relative(RAIZ, caminho)
  const codigo = readFileSync(caminho, 'utf8')
  return [ESTATICA, DINAMICA].flatMap((forma) =>
    [...codigo.matchAll(forma)].map(({ groups: { tipo, alvo } }) => {
      const destino = destinoDe(caminho, alvo)
      return {
        onde,
        teste: /\.test\.tsx?$/.test(caminho),
        alvo,
        destino,
        soTipo: Boolean(tipo),
        de: pastaDe(relative(join(RAIZ, 'src'), caminho)),
        para: destino && pastaDe(destino),
      }
    }),
  )
}

/** The path below `src` of an import of our own. */
function destinoDe(caminho, alvo) {
  if (alvo.startsWith('#test/')) return undefined
  if (alvo.startsWith('#')) return alvo.slice(1).split('/').join(sep)
  if (!alvo.startsWith('.')) return undefined
  const destino = relative(join(RAIZ, 'src'), resolve(dirname(caminho), alvo))
  return destino.startsWith('..') ? undefined : destino
}

/** World and folder; a file at a world's root counts as a folder. */
const pastaDe = (destino) => destino.split(sep).slice(0, 2)

const fontes = (pasta) =>
  existsSync(pasta)
    ? readdirSync(pasta, { recursive: true, withFileTypes: true })
        .filter((item) => item.isFile() && /\.tsx?$/.test(item.name))
        .map((item) => join(item.parentPath ?? item.path, item.name))
    : []
