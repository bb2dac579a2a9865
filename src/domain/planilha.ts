import type { Dia } from './data.ts'
import { type Centavos, formatarReais, VALOR_MAXIMO_CENTAVOS } from './dinheiro.ts'
import { explicarDocumento, normalizarDocumento } from './documento.ts'
import { lerDia, lerDinheiro } from './escrita.ts'
import { ehCelular, normalizarTelefone } from './telefone.ts'
import { cortar, limparTexto, normalizar, normalizarEmail } from './texto.ts'

export const COLUNAS = [
  'nome',
  'documento',
  'telefone',
  'email',
  'codigo_externo',
  'conta_numero',
  'valor',
  'vencimento',
] as const
export type Coluna = (typeof COLUNAS)[number]

/** Where each column stands in a record; several cells may feed one column (telefone and celular). */
export type Posicoes = Partial<Record<Coluna, number[]>>

/** Why a row stays out, in a person's words, and what to do about all such rows at once. */
export const CAUSAS = {
  nome_vazio: { campo: 'nome', titulo: 'Cliente sem nome', dica: 'Preencha o nome ou a razão social.' },
  nome_longo: { campo: 'nome', titulo: 'Nome longo demais', dica: 'Um nome tem até 200 caracteres.' },
  documento_vazio: {
    campo: 'documento',
    titulo: 'Cliente sem CPF nem CNPJ',
    dica: 'É o documento que identifica o cliente.',
  },
  documento_errado: {
    campo: 'documento',
    titulo: 'Documento com dígito verificador errado',
    dica: 'Confira no ERP: costuma ser um zero à esquerda que a planilha comeu.',
  },
  documento_repetido: {
    campo: 'documento',
    titulo: 'Documento repetido no mesmo arquivo',
    dica: 'Vale a primeira linha; as seguintes ficam de fora.',
  },
  telefone_errado: {
    campo: 'telefone',
    titulo: 'Telefone que não é um número com DDD',
    dica: 'Um celular tem DDD e 9 dígitos: (19) 98812-4470.',
  },
  email_errado: {
    campo: 'email',
    titulo: 'E-mail que não é um endereço',
    dica: 'Por exemplo, financeiro@empresa.com.br.',
  },
  codigo_longo: { campo: 'codigo_externo', titulo: 'Código externo longo demais', dica: 'Tem até 60 caracteres.' },
  conta_sem_numero: {
    campo: 'conta_numero',
    titulo: 'Conta sem número',
    dica: 'É o número que identifica a conta: o da nota, do título ou do pedido.',
  },
  numero_longo: { campo: 'conta_numero', titulo: 'Número da conta longo demais', dica: 'Tem até 60 caracteres.' },
  conta_repetida: {
    campo: 'conta_numero',
    titulo: 'Conta repetida no mesmo arquivo',
    dica: 'Vale a primeira linha; as seguintes ficam de fora.',
  },
  conta_encerrada: {
    campo: 'conta_numero',
    titulo: 'Conta que já não muda',
    dica: 'Ela tem pagamento, acordo ou foi encerrada. Mude-a na tela de contas a receber.',
  },
  valor_vazio: { campo: 'valor', titulo: 'Conta sem valor', dica: 'Preencha o valor, ou apague o vencimento.' },
  valor_errado: {
    campo: 'valor',
    titulo: 'Valor que não se pode cobrar',
    dica: 'Maior que zero, por exemplo 1234,56.',
  },
  vencimento_vazio: {
    campo: 'vencimento',
    titulo: 'Conta sem vencimento',
    dica: 'Preencha o vencimento, ou apague o valor.',
  },
  vencimento_errado: {
    campo: 'vencimento',
    titulo: 'Vencimento que não é uma data',
    dica: 'Um dia que existe, por exemplo 31/12/2026.',
  },
} as const satisfies Record<string, { campo: Coluna; titulo: string; dica: string }>
export type Causa = keyof typeof CAUSAS

export interface ErroDeCampo {
  campo: Coluna
  causa: Causa
  mensagem: string
  /** The cell as it came, to be shown beside what is wrong with it; null when there is none. */
  valor: string | null
}

/** A record that can be written. What is null was empty in the file and changes nothing of a known customer. */
export interface Linha {
  nome: string
  documento: string
  telefone: string | null
  email: string | null
  codigoExterno: string | null
  conta: { numero: string; valorCentavos: Centavos; vencimento: Dia } | null
}

/** Headers met in the wild, already without accents, case and punctuation. */
const SINONIMOS: Record<Coluna, string> = {
  nome: 'nome|cliente|nome do cliente|nome cliente|nome completo|razao social|nome razao social|razao social nome|sacado|pagador|devedor',
  documento:
    'cpf|cnpj|cpf cnpj|cnpj cpf|cpf ou cnpj|cpfcnpj|documento cpf cnpj|cpf do cliente|cnpj do cliente|cpf cnpj do cliente|documento do cliente',
  telefone:
    'telefone|celular|fone|tel|whatsapp|zap|contato|telefone celular|telefone do cliente|celular whatsapp|telefone whatsapp|telefone 1|telefone 2|telefone1|telefone2|fone 1|fone 2|celular 1|celular 2|numero de telefone',
  email: 'email|e mail|mail|correio eletronico|email do cliente|e mail do cliente',
  codigo_externo:
    'codigo externo|codigo|cod|codigo do cliente|codigo cliente|cod cliente|cod interno|codigo interno|codigo no erp|id externo|matricula',
  conta_numero:
    'conta numero|numero da conta|numero|n doc|no doc|num doc|numero do documento|titulo|numero do titulo|duplicata|nota|nota fiscal|nf|numero da nota|fatura|nosso numero|seu numero',
  valor:
    'valor|valor r|vlr|valor do titulo|valor titulo|valor original|valor da conta|valor da parcela|valor em aberto|saldo',
  vencimento: 'vencimento|data de vencimento|data vencimento|data do vencimento|dt venc|dt vencimento|venc',
}
const COLUNA_DE = new Map(
  COLUNAS.flatMap((coluna) => SINONIMOS[coluna].split('|').map((nome): [string, Coluna] => [nome, coluna])),
)

const semPontuacao = (cabecalho: string): string =>
  normalizar(cabecalho)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/**
 * Finds the columns by their headers, without accents, case or punctuation. `mapeamento` (header → column) wins;
 * mapped to nothing, a header is left out. "Documento" is the title's number when another header is the CPF or CNPJ.
 */
export function reconhecerColunas(
  cabecalhos: readonly string[],
  mapeamento: Record<string, Coluna | null> = {},
): Posicoes {
  const mapeados = new Map(Object.entries(mapeamento).map(([cabecalho, coluna]) => [semPontuacao(cabecalho), coluna]))
  const posicoes: Posicoes = {}
  const documentos: number[] = []
  cabecalhos.forEach((cabecalho, posicao) => {
    const nome = semPontuacao(cabecalho)
    const coluna = mapeados.has(nome) ? mapeados.get(nome) : COLUNA_DE.get(nome)
    if (coluna) posicoes[coluna] = [...(posicoes[coluna] ?? []), posicao]
    else if (nome === 'documento' && !mapeados.has(nome)) documentos.push(posicao)
  })
  if (documentos.length > 0) {
    const coluna = posicoes.documento ? 'conta_numero' : 'documento'
    posicoes[coluna] ??= documentos
  }
  return posicoes
}

/** A blank record, or the totals that a spreadsheet leaves at the end: neither is a row. */
export function semDados(celulas: readonly string[], posicoes: Posicoes): boolean {
  if (texto(celulas, posicoes.documento) !== '') return false
  const primeira = celulas.map(limparTexto).find((celula) => celula !== '')
  return primeira === undefined || /^(sub)?total\b/.test(normalizar(primeira))
}

/** One record to a customer, and the account it may bring along; or everything that is wrong with it. */
export function lerLinha(celulas: readonly string[], posicoes: Posicoes): { linha: Linha } | { erros: ErroDeCampo[] } {
  const erros: ErroDeCampo[] = []
  const errar = (causa: Causa, mensagem: string): null => {
    const { campo } = CAUSAS[causa]
    erros.push({ campo, causa, mensagem, valor: cortar(textos(celulas, posicoes[campo])[0] ?? '', 200) || null })
    return null
  }
  const lido = {
    nome: lerNome(texto(celulas, posicoes.nome), errar),
    documento: lerDocumento(texto(celulas, posicoes.documento), errar),
    telefone: lerTelefone(textos(celulas, posicoes.telefone), errar),
    email: lerEmail(texto(celulas, posicoes.email), errar),
    codigoExterno: lerCodigo(texto(celulas, posicoes.codigo_externo), errar),
    conta: lerConta(celulas, posicoes, errar),
  }
  return erros.length > 0 ? { erros } : { linha: lido as Linha }
}

type Errar = (causa: Causa, mensagem: string) => null

function lerNome(nome: string, errar: Errar): string | null {
  if (nome === '') return errar('nome_vazio', 'Informe o nome do cliente.')
  return nome.length <= 200 ? nome : errar('nome_longo', 'O nome passa de 200 caracteres.')
}

function lerDocumento(escrito: string, errar: Errar): string | null {
  if (escrito === '') return errar('documento_vazio', 'Informe o CPF ou CNPJ.')
  return normalizarDocumento(escrito) ?? errar('documento_errado', explicarDocumento(escrito))
}

/** Of several numbers the first mobile is taken, since it alone can be on WhatsApp; else the first landline. */
function lerTelefone(escritos: string[], errar: Errar): string | null {
  const pedacos = escritos
    .flatMap((escrito) => escrito.split(/[/;,|]| ou | e /i))
    .filter((pedaco) => pedaco.trim() !== '')
  if (pedacos.length === 0) return null
  const telefones = pedacos.map(normalizarTelefone).filter((telefone) => telefone !== null)
  return (
    telefones.find(ehCelular) ??
    telefones[0] ??
    errar(
      'telefone_errado',
      `"${cortar(escritos[0] ?? '', 40)}" não é um telefone com DDD: use, por exemplo, (11) 98765-4321.`,
    )
  )
}

function lerEmail(escrito: string, errar: Errar): string | null {
  if (escrito === '') return null
  const emails = escrito.split(/[;,\s]+/).filter((pedaco) => pedaco !== '')
  const valido = emails.map(normalizarEmail).find((email) => email !== null)
  return valido ?? errar('email_errado', `"${cortar(escrito, 60)}" não é um e-mail.`)
}

function lerCodigo(escrito: string, errar: Errar): string | null {
  if (escrito === '') return null
  return escrito.length <= 60 ? escrito : errar('codigo_longo', 'O código externo passa de 60 caracteres.')
}

function lerConta(celulas: readonly string[], posicoes: Posicoes, errar: Errar): Linha['conta'] {
  const numero = texto(celulas, posicoes.conta_numero)
  const valor = texto(celulas, posicoes.valor)
  const vencimento = texto(celulas, posicoes.vencimento)
  // A number alone brings no account: exports carry such columns for customers who owe nothing.
  if (valor === '' && vencimento === '') return null
  return {
    numero: lerNumero(numero, errar) ?? '',
    valorCentavos: lerValor(valor, errar) ?? 0,
    vencimento: lerVencimento(vencimento, errar) ?? '',
  }
}

function lerNumero(numero: string, errar: Errar): string | null {
  if (numero === '') return errar('conta_sem_numero', 'Informe o número da conta: é ele que a identifica.')
  return numero.length <= 60 ? numero : errar('numero_longo', 'O número da conta passa de 60 caracteres.')
}

function lerValor(escrito: string, errar: Errar): Centavos | null {
  if (escrito === '') return errar('valor_vazio', 'Informe o valor da conta.')
  const centavos = lerDinheiro(escrito)
  if (centavos === null)
    return errar('valor_errado', `"${cortar(escrito, 40)}" não é um valor: use, por exemplo, 1234,56.`)
  if (centavos <= 0) return errar('valor_errado', 'O valor precisa ser maior que zero.')
  return centavos <= VALOR_MAXIMO_CENTAVOS
    ? centavos
    : errar('valor_errado', `O valor passa de ${formatarReais(VALOR_MAXIMO_CENTAVOS)}.`)
}

function lerVencimento(escrito: string, errar: Errar): Dia | null {
  if (escrito === '') return errar('vencimento_vazio', 'Informe o vencimento da conta.')
  return (
    lerDia(escrito) ??
    errar('vencimento_errado', `"${cortar(escrito, 40)}" não é um dia que existe: use, por exemplo, 31/12/2026.`)
  )
}

const texto = (celulas: readonly string[], posicoes: number[] | undefined): string => textos(celulas, posicoes)[0] ?? ''

const textos = (celulas: readonly string[], posicoes: number[] = []): string[] =>
  posicoes.map((posicao) => desproteger(limparTexto(celulas[posicao] ?? ''))).filter((celula) => celula !== '')

/** Takes off what keeps a spreadsheet from running or rounding a cell: a leading apostrophe, or `="00123"`. */
function desproteger(celula: string): string {
  const comoTexto = /^="([^"]*)"$/.exec(celula)
  if (comoTexto) return comoTexto[1]!.trim()
  return /^'[=+\-@＝＋－＠\d]/.test(celula) ? celula.slice(1) : celula
}
