// The rules of import: domain ← contract ← server, web, emulator, never sideways, never back.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { RAIZ } from './preparar.mjs'

const PERMITIDOS = {
  domain: ['domain'],
  contract: ['domain', 'contract'],
  emulator: ['domain', 'contract', 'emulator'],
  server: ['domain', 'contract', 'server', 'emulator'],
  web: ['domain', 'contract', 'web'],
}
/** Packages that a world may use; the others are free. */
const PACOTES = { domain: [], contract: ['zod'] }

/** A sentence for each import that breaks the rules. */
export function problemasDeImportacao() {
  return Object.keys(PERMITIDOS).flatMap((mundo) =>
    fontes(join(RAIZ, 'src', mundo)).flatMap((caminho) => problemasDe(mundo, caminho)),
  )
}

function problemasDe(mundo, caminho) {
  const onde = relative(RAIZ, caminho)
  const teste = /\.test\.tsx?$/.test(caminho)
  return importacoes(readFileSync(caminho, 'utf8')).flatMap(({ alvo, soTipo }) => {
    const destino = /^#([\w-]+)\//.exec(alvo)?.[1]
    if (destino === 'test') return teste ? [] : [`${onde}: só testes importam ${alvo}`]
    if (destino) {
      if (!PERMITIDOS[mundo].includes(destino)) return [`${onde}: ${mundo} não pode importar ${alvo}`]
      return mundo === 'web' && destino === 'contract' && !soTipo
        ? [`${onde}: do contrato a web importa só tipos (${alvo})`]
        : []
    }
    const pacote = !alvo.startsWith('.') && PACOTES[mundo]
    return pacote && !teste && !pacote.includes(alvo) ? [`${onde}: ${mundo} não pode depender de ${alvo}`] : []
  })
}

const importacoes = (codigo) =>
  [...codigo.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)].map(
    ([, tipo, alvo]) => ({ alvo, soTipo: Boolean(tipo) }),
  )

const fontes = (pasta) =>
  existsSync(pasta)
    ? readdirSync(pasta, { recursive: true, withFileTypes: true })
        .filter((item) => item.isFile() && /\.tsx?$/.test(item.name))
        .map((item) => join(item.parentPath ?? item.path, item.name))
    : []
