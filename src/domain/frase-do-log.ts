/** What a line of the log refers to: only its id is stored, and its name is looked up when the line is read. */
export interface Referencia {
  tipo: 'cliente' | 'usuario' | 'conta'
  id: number
}

/** A sentence of the server's own words, and what its marks (`{cliente:12}`) may lead to. */
export interface Frase {
  escrita: string
  referencias: Referencia[]
}

export const oCliente = (id: number): Referencia => ({ tipo: 'cliente', id })
export const oUsuario = (id: number): Referencia => ({ tipo: 'usuario', id })
/** Read as every screen names the account. */
export const aConta = (id: number): Referencia => ({ tipo: 'conta', id })

/**
 * Writes a line of the log: `frase``${oCliente(12)} saiu.`. Only what comes as a reference, or as a sentence made here, is
 * ever resolved; a text that happens to look like a mark stays a text.
 */
export function frase(partes: TemplateStringsArray, ...valores: (string | number | Referencia | Frase)[]): Frase {
  const referencias: Referencia[] = []
  const escritos = valores.map((valor) => {
    if (typeof valor !== 'object') return String(valor)
    if ('escrita' in valor) {
      referencias.push(...valor.referencias)
      return valor.escrita
    }
    referencias.push(valor)
    return `{${valor.tipo}:${valor.id}}`
  })
  return { escrita: String.raw({ raw: partes }, ...escritos), referencias }
}

/** To begin a line with. */
export const comMaiuscula = ({ escrita, referencias }: Frase): Frase => ({
  escrita: escrita.charAt(0).toUpperCase() + escrita.slice(1),
  referencias,
})

const MARCA = /\{(cliente|usuario|conta):(\d+)\}/g

/** What a line was written with; `referencias` is null in lines of versions that did not say. */
export interface LinhaEscrita {
  descricao: string
  referencias: readonly Referencia[] | null
  acao: string
  entidade: string | null
  entidade_id: number | null
  dados: unknown
}

/** Lines of earlier versions that named users held nothing that a person had typed. */
const NOMEAVA_USUARIOS = /^(sessao|operador)\.|^cliente\.(transferir|distribuir|liberar)$/

/**
 * What the marks in a line may lead to. A line of an earlier version held reasons and numbers as people had typed them,
 * marks and all: of those only the customer and the account that the line is about are believed, which its readers see
 * anyway, and users where nothing was typed.
 */
export function referenciasDe(linha: LinhaEscrita): readonly Referencia[] {
  if (linha.referencias !== null) return linha.referencias
  const conta = (linha.dados as { conta?: unknown } | null)?.conta
  return [...linha.descricao.matchAll(MARCA)].flatMap(([, tipo, numero]): Referencia[] => {
    const id = Number(numero)
    if (tipo === 'cliente') return linha.entidade === 'cliente' && linha.entidade_id === id ? [oCliente(id)] : []
    if (tipo === 'usuario') return NOMEAVA_USUARIOS.test(linha.acao) ? [oUsuario(id)] : []
    return conta === id ? [aConta(id)] : []
  })
}

/** The sentence with its names; what is no reference of the line stays as it was written. */
export function resolver(linha: LinhaEscrita, nomeDe: (referencia: Referencia) => string): string {
  const referencias = referenciasDe(linha)
  return linha.descricao.replace(MARCA, (marca, tipo: string, numero: string) => {
    const achada = referencias.find((uma) => uma.tipo === tipo && uma.id === Number(numero))
    return achada ? nomeDe(achada) : marca
  })
}
