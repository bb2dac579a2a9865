import type { Campo } from './campos.ts'
import { CAMPOS, NAO_IMPORTAR } from './campos.ts'

const GUARDADO = 'importar-clientes:colunas'
const MAXIMO = 20
type Layouts = [assinatura: string, campos: Campo[]][]

const assinaturaDe = (cabecalhos: readonly string[]) => JSON.stringify(cabecalhos)

/** How a person matched these very columns the last time. */
export function lembrarCampos(cabecalhos: readonly string[]): Campo[] | undefined {
  const campos = ler().find(([assinatura]) => assinatura === assinaturaDe(cabecalhos))?.[1]
  const valido = (campo: Campo) => campo === NAO_IMPORTAR || CAMPOS.some(({ valor }) => valor === campo)
  return campos?.length === cabecalhos.length && campos.every(valido) ? campos : undefined
}

/** Kept in this browser, the latest layouts only. */
export function guardarCampos(cabecalhos: readonly string[], campos: Campo[]) {
  const outros = ler().filter(([assinatura]) => assinatura !== assinaturaDe(cabecalhos))
  const novos: Layouts = [[assinaturaDe(cabecalhos), campos], ...outros]
  try {
    localStorage.setItem(GUARDADO, JSON.stringify(novos.slice(0, MAXIMO)))
  } catch {
    // Storage full or off: the columns are just not remembered.
  }
}

function ler(): Layouts {
  try {
    const lido: unknown = JSON.parse(localStorage.getItem(GUARDADO) ?? '[]')
    return Array.isArray(lido) ? lido.filter((um) => Array.isArray(um?.[1])) : []
  } catch {
    return []
  }
}
