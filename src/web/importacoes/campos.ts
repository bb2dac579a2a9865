import { normalizarDocumento } from '#domain/documento.ts'
import { lerDia, lerDinheiro } from '#domain/escrita.ts'
import { type Coluna, REPETIVEIS, reconhecerColunas } from '#domain/planilha-colunas.ts'
import { ehCelular, normalizarTelefone } from '#domain/telefone.ts'
import { opcoesDe } from '#web/ui/filtros.ts'
import type { CsvHead } from './csvHead.ts'

/** What a column of the file feeds: a field, a second telephone, or nothing. */
export type Campo = Coluna | typeof OUTRO_TELEFONE | typeof NAO_IMPORTAR
export const NAO_IMPORTAR = ''
/** Of several telephones the server takes the first mobile. */
export const OUTRO_TELEFONE = 'telefone2'

const ROTULOS: Record<Exclude<Campo, ''>, string> = {
  nome: 'Nome',
  documento: 'Documento',
  telefone: 'Telefone',
  [OUTRO_TELEFONE]: 'Outro telefone',
  ddd: 'DDD do telefone',
  email: 'E-mail',
  codigo_externo: 'Código externo',
  uf: 'Estado',
  municipio: 'Município',
  conta_numero: 'Número da conta',
  valor: 'Valor',
  saldo: 'Saldo em aberto',
  vencimento: 'Vencimento',
  situacao: 'Situação da conta',
  pago_em: 'Data do pagamento',
  linha_digitavel: 'Linha digitável do boleto',
  nosso_numero: 'Nosso número do boleto',
}
export const CAMPOS = opcoesDe(ROTULOS)
export const rotuloDoCampo = (campo: string) => CAMPOS.find((um) => um.valor === campo)?.rotulo ?? campo

/** The field of each header by the server's own rule. */
export function reconhecerPeloNome(cabecalhos: readonly string[]): Campo[] {
  const campos: Campo[] = cabecalhos.map(() => NAO_IMPORTAR)
  for (const [coluna, posicoes] of Object.entries(reconhecerColunas(cabecalhos)))
    for (const [vez, posicao] of posicoes.entries())
      campos[posicao] = coluna === 'telefone' && vez > 0 ? OUTRO_TELEFONE : (coluna as Coluna)
  return campos
}

const PARECE: Partial<Record<Coluna, (texto: string) => boolean>> = {
  documento: (texto) => normalizarDocumento(texto) !== null,
  email: (texto) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(texto),
  telefone: (texto) => /\d{4}-?\d{4}$/.test(texto) && normalizarTelefone(texto) !== null,
  vencimento: (texto) => /[/.-]/.test(texto) && lerDia(texto) !== null,
  valor: (texto) => /[.,]\d{2}$/.test(texto) && lerDinheiro(texto) !== null,
}
const OLHADAS = 200
const QUASE_TODAS = 0.8
/** Enough to ask a person whether the column is the missing one. */
const METADE = 0.5

/** Whether a share of a column's values looks like what the field takes. */
export function pareceCom({ linhas }: CsvHead, posicao: number, campo: Coluna, parte = METADE): boolean {
  const parece = PARECE[campo]
  const valores = linhas.slice(0, OLHADAS).map((linha) => linha[posicao]?.trim() ?? '')
  const cheios = valores.filter((valor) => valor !== '')
  return parece !== undefined && cheios.length > 0 && cheios.filter(parece).length >= cheios.length * parte
}

/** By each column's name and, failing that, by what it holds, if only one column fits. */
export function reconhecer(head: CsvHead): Campo[] {
  const campos = reconhecerPeloNome(head.cabecalhos)
  for (const campo of Object.keys(PARECE) as Coluna[]) {
    if (campos.includes(campo) || (campo === 'valor' && campos.includes('saldo'))) continue
    const candidatas = campos.flatMap((um, i) =>
      um === NAO_IMPORTAR && pareceCom(head, i, campo, QUASE_TODAS) ? [i] : [],
    )
    const [unica] = candidatas
    if (unica !== undefined && candidatas.length === 1) campos[unica] = campo
  }
  return campos
}

/** Whether the first row looks like a customer: in a file without headers it would be lost as one. */
export const semTitulos = ({ cabecalhos }: CsvHead): boolean =>
  cabecalhos.some((titulo) => [PARECE.documento, PARECE.email, PARECE.vencimento].some((parece) => parece?.(titulo)))

/** How many of a column's telephones are landlines, which cannot be on WhatsApp. */
export const contarFixos = ({ linhas }: CsvHead, posicao: number): number =>
  linhas.filter((linha) => {
    const telefone = normalizarTelefone(linha[posicao] ?? '')
    return telefone !== null && !ehCelular(telefone)
  }).length

const EXIGIDOS: readonly Coluna[] = ['nome', 'documento']
const DA_CONTA: readonly Coluna[] = ['conta_numero', 'valor', 'vencimento']

/** Whether only one column may feed the field; further telephones have a field of their own here. */
const UNICO = (campo: Campo): boolean =>
  campo === 'telefone' || (campo !== NAO_IMPORTAR && campo !== OUTRO_TELEFONE && !REPETIVEIS.includes(campo))

/** The columns that feed the same field, where it takes only one. */
export const repetidas = (campos: readonly Campo[]): ReadonlySet<number> =>
  new Set(
    campos.flatMap((campo, i) => (UNICO(campo) && campos.some((outro, j) => j !== i && outro === campo) ? [i] : [])),
  )

/** The fields without which the file cannot be read and that no column feeds, each with the reason. */
export function faltam(campos: readonly Campo[]): { campo: Coluna; falta: string; porque: string }[] {
  const tem = (campo: Coluna) => campos.includes(campo) || (campo === 'valor' && campos.includes('saldo'))
  const exigidos = EXIGIDOS.filter((campo) => !tem(campo)).map((campo) => ({
    campo,
    falta: rotuloDoCampo(campo).toLocaleLowerCase('pt-BR'),
    porque: `Nenhuma coluna traz o campo ${rotuloDoCampo(campo)}.`,
  }))
  const presente = DA_CONTA.find((campo) => campo !== 'conta_numero' && tem(campo))
  const daConta = presente
    ? DA_CONTA.filter((campo) => !tem(campo)).map((campo) => {
        const pede = `pede ${rotuloDoCampo(campo).toLocaleLowerCase('pt-BR')}`
        const quem = rotuloDoCampo(presente)
        return { campo, falta: `${quem.toLocaleLowerCase('pt-BR')} ${pede}`, porque: `${quem} ${pede}.` }
      })
    : []
  return [...exigidos, ...daConta]
}

/** Only what differs from the server's own matching is sent. */
export function mapeamentoDe(cabecalhos: readonly string[], campos: readonly Campo[]): Record<string, string> {
  const doServidor = reconhecerPeloNome(cabecalhos)
  const coluna = (campo: Campo | undefined) => (campo === OUTRO_TELEFONE ? 'telefone' : (campo ?? NAO_IMPORTAR))
  return Object.fromEntries(
    cabecalhos.flatMap((cabecalho, i) =>
      coluna(campos[i]) !== coluna(doServidor[i]) ? [[cabecalho, coluna(campos[i])]] : [],
    ),
  )
}
