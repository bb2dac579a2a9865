import { normalizar } from './texto.ts'

/** The columns of the spreadsheet that we hand out: customers, and the open account each may bring along. */
export const COLUNAS_DO_MODELO = [
  'nome',
  'documento',
  'telefone',
  'email',
  'codigo_externo',
  'conta_numero',
  'valor',
  'vencimento',
] as const

/**
 * All that is read of a spreadsheet. `saldo` is what is still open and wins over `valor`; `situacao` and `pago_em` say
 * that an account is not to be collected; `ddd` goes before the telephone beside it.
 */
export const COLUNAS = [
  ...COLUNAS_DO_MODELO,
  'saldo',
  'situacao',
  'pago_em',
  'ddd',
  'linha_digitavel',
  'nosso_numero',
  'uf',
  'municipio',
] as const
export type Coluna = (typeof COLUNAS)[number]

/** Where each column stands in a record; several cells may feed one column (telefone and celular). */
export type Posicoes = Partial<Record<Coluna, number[]>>

/**
 * Headers met in the wild, already without accents, case and punctuation; the better ones first. Only the best that a
 * file has feed a column, so that "Cliente" is a code beside "Nome", and a name alone.
 */
const TITULOS: Record<Coluna, readonly string[]> = {
  nome: [
    'nome|nome do cliente|nome cliente|nome completo|razao social|nome razao social|razao|razao social nome|razao social nome completo|razao social ou nome completo|nome completo razao social|nome ou razao social|cliente razao social|cliente nome|razao social do cliente|razao social cliente|nome do sacado|nome sacado|nome do pagador|nome pagador|nome do devedor|nome parceiro|nome do parceiro|nome parceiro parceiro|nome do contato|nome do tomador|a1 nome|e1 nomcli|nomcli',
    'cliente|cliente fornecedor|sacado|pagador|devedor|tomador|parceiro',
    'nome fantasia|fantasia|cliente nome fantasia|nome fantasia do cliente|n fantasia|a1 nreduz',
  ],
  documento: [
    'cpf|cnpj|cpf cnpj|cnpj cpf|cpf ou cnpj|cnpj ou cpf|cpfcnpj|cnpjcpf|cgc|cgc cpf|cpf cgc|cgccpf|cnpj cpf cgc|documento cpf cnpj|documento cpf ou cnpj|cpf do cliente|cnpj do cliente|cpf cliente|cnpj cliente|cpf cnpj do cliente|cnpj cpf do cliente|cpf cnpj cliente|cnpj cpf cliente|cliente cnpj cpf|cliente cpf cnpj|cnpj cpf cliente fornecedor|cpf cnpj cliente fornecedor|cpf cnpj do sacado|cpf cnpj do pagador|cpf cnpj do devedor|cpf cnpj sacado|cpf cnpj pagador|cnpj cpf parceiro|cpf cnpj parceiro|numero do cpf ou cnpj|numero do cpf cnpj|numero do cpf|numero do cnpj|numero cpf cnpj|numero cpf|numero cnpj|documento do cliente|documento cliente|documento do sacado|documento do pagador|a1 cgc',
  ],
  telefone: [
    'telefone|celular|fone|tel|whatsapp|zap|telefone celular|telefone do cliente|telefone cliente|celular do cliente|celular whatsapp|whatsapp celular|telefone whatsapp|telefone celular whatsapp|telefone 1|telefone 2|telefone 3|telefone1|telefone2|fone 1|fone 2|fone1|fone2|celular 1|celular 2|celular1|celular2|tel 1|tel 2|numero de telefone|numero do telefone|telefone numero|numero do celular|numero de celular|numero telefone|numero whatsapp|numero do whatsapp|telefone comercial|telefone residencial|telefone fixo|telefone movel|telefone principal|telefone res|telefone com|telefone de contato|telefone contato|fone celular|fone res|fone com|fone comercial|fone residencial|fone principal|telefone com ddd|celular com ddd|ddd e telefone|telefone ddd numero|telefone parceiro|a1 tel|foncli',
    'contato|contatos',
  ],
  email: [
    'email|e mail|mail|correio eletronico|email do cliente|e mail do cliente|email cliente|e mail cliente|email principal|e mail principal|email financeiro|e mail financeiro|email cobranca|e mail cobranca|email de cobranca|e mail de cobranca|email para cobranca|e mail para cobranca|endereco de e mail|endereco de email|email contato|e mail de contato|email de contato|email parceiro|a1 email',
    'email nfe|e mail nfe|email para envio de nfe|e mail para envio de nfe|email fiscal|e mail fiscal',
  ],
  codigo_externo: [
    'codigo externo|codigo no erp|id externo|codigo de integracao|codigo integracao',
    'codigo do cliente|codigo cliente|cod cliente|cod do cliente|id do cliente|id cliente|codigo do parceiro|codigo parceiro|cod parceiro|codigo do sacado|a1 cod|e1 cliente|codcli',
    'codigo|cod|cod interno|codigo interno|matricula',
  ],
  conta_numero: [
    'conta numero|numero da conta|titulo|numero do titulo|numero titulo|n titulo|no titulo|no do titulo|num titulo|nro titulo|duplicata|numero da duplicata|numero duplicata|n duplicata|n da duplicata|no duplicata|e1 num|numtit',
    'numero documento|numero do documento|documento numero|n documento|no documento|no do documento|n do documento|nr documento|nro documento|num documento|n doc|no doc|nr doc|num doc',
    'fatura|numero da fatura|numero fatura|n fatura|id da fatura|numero da cobranca|numero do boleto',
    'nota fiscal|nota|nf|nf e|nfe|nfs e|numero da nota|numero da nota fiscal|numero nota|numero nota fiscal|numero nf|numero nfe|numero nf e|numero nfs e|n nf|n nota|no nota|no nf|nr nota|nro nota|num nota|nro nf',
    'seu numero|numero no banco|numero banco',
    'numero',
  ],
  valor: [
    'valor do titulo|valor titulo|vlr titulo|vlr do titulo|valor da parcela|valor parcela|vlr parcela|valor documento|valor do documento|vlr documento|vlr do documento|valor da conta|valor conta|valor da cobranca|valor da fatura|valor da duplicata|valor do boleto|vlr do desdobramento|valor do desdobramento|valor nominal|valor original|valor orig|valor original da parcela|vlr original|e1 valor|vlrori',
    'valor|vlr|valor total|valor liquido|valor liq|valor bruto|total',
  ],
  vencimento: [
    'vencimento|data de vencimento|data vencimento|data do vencimento|data de vencto|data vencto|data venc|dt venc|dt vencimento|dt de vencimento|dt vencto|dt vcto|vencto|vcto|venc|vencimento da parcela|vencimento do titulo|data de vencimento da parcela|vencimento original|e1 vencto|vctori',
    'vencimento real|vencto real|data vencimento real|e1 vencrea|vctpro',
  ],
  saldo: [
    'saldo|valor em aberto|valor aberto|saldo em aberto|saldo devedor|saldo a receber|a receber|saldo do titulo|valor a receber|valor da parcela em aberto|valor em aberto da parcela|valor pendente|valor restante|valor devido|e1 saldo|vlrabe',
  ],
  situacao: [
    'situacao|status|situacao do titulo|situacao titulo|situacao da conta|situacao da parcela|situacao do pagamento|situacao pagamento|situacao da cobranca|situacao da fatura|situacao do boleto|status do titulo|status da conta|status da parcela|status do pagamento|status pagamento|status da cobranca|status da fatura|status do boleto|sittit',
  ],
  pago_em: [
    'data de pagamento|data pagamento|data do pagamento|dt pagamento|dt pgto|data pgto|data liquidacao|data liq|data pag|data de liquidacao|data da liquidacao|data da baixa|data de baixa|data baixa|dt baixa|data de recebimento|data do recebimento|data recebimento|data de quitacao|pago em|recebido em|quitado em|liquidado em|baixado em|e1 baixa',
  ],
  linha_digitavel: [
    'linha digitavel|linha digitavel do boleto|codigo de barras|codigo de barras do boleto|codigo do boleto|linha digitavel boleto|codigo barras|boleto linha digitavel|e1 codbar',
  ],
  nosso_numero: ['nosso numero|nosso numero do boleto|nosso numero boleto|nosso numero banco|e1 numbco'],
  uf: ['uf|estado|uf do cliente|uf cliente|estado do cliente|estado uf|uf estado|sigla do estado|sigla uf|a1 est'],
  municipio: [
    'municipio|cidade|cidade do cliente|cidade cliente|municipio do cliente|nome do municipio|nome da cidade|a1 mun',
  ],
  ddd: [
    'ddd|ddd 1|ddd 2|ddd1|ddd2|codigo ddd|prefixo ddd|codigo de area|ddd do telefone|ddd do celular|ddd fone|ddd tel|ddd comercial|ddd residencial|ddd principal|telefone ddd|celular ddd|telefone codigo ddd|a1 ddd',
  ],
}

/** Each title: the column it may feed, and how well it says so (0 is best). */
const COLUNA_DE = new Map(
  COLUNAS.flatMap((coluna) =>
    TITULOS[coluna].flatMap((titulos, degrau) =>
      titulos.split('|').map((titulo): [string, { coluna: Coluna; degrau: number }] => [titulo, { coluna, degrau }]),
    ),
  ),
)

/** How people shorten the words of a header; read in full only where the header as it stands is unknown. */
const ABREVIATURAS = new Map(
  Object.entries({
    nome: 'nm nom',
    razao: 'raz',
    social: 'soc',
    cliente: 'cli clie client',
    fornecedor: 'for forn fornec',
    documento: 'doc docto dcto docum',
    numero: 'n no nr nro num',
    codigo: 'cod cd',
    telefone: 'tel telef',
    celular: 'cel celul',
    whatsapp: 'whats wpp wapp',
    valor: 'val vl vlr vr',
    saldo: 'sld sdo',
    titulo: 'tit',
    duplicata: 'dup dupl',
    fatura: 'fat',
    parcela: 'parc',
    data: 'dt dta',
    vencimento: 'venc vencim vencto venct vcto vct vto',
    pagamento: 'pagto pgto pgt',
    situacao: 'sit situac',
    municipio: 'mun munic',
    cidade: 'cid',
    endereco: 'end',
    complemento: 'compl',
  }).flatMap(([palavra, curtas]) => curtas.split(' ').map((curta) => [curta, palavra] as const)),
)
const porExtenso = (titulo: string): string =>
  COLUNA_DE.has(titulo)
    ? titulo
    : titulo
        .split(' ')
        .map((palavra) => ABREVIATURAS.get(palavra) ?? palavra)
        .join(' ')

/** Beside one of these, a lone "Número" is the house's. */
const DE_ENDERECO = new Set('endereco|logradouro|rua|bairro|cep|complemento|cidade|municipio'.split('|'))
/** The area code when a telephone stands elsewhere, else the whole number. */
const DDD_OU_TELEFONE = new Set(['ddd telefone', 'ddd celular', 'ddd whatsapp'])
const ULTIMO_DEGRAU = 99

const semPontuacao = (cabecalho: string): string =>
  normalizar(cabecalho)
    .replace(/\(?r\$\)?/g, ' ')
    .replace(/[º°]/g, 'o')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/**
 * Finds the columns by their headers, without accents, case or punctuation. `mapeamento` (header → column) wins over
 * what is recognised, and mapped to nothing a header is left out; it never makes another header recognised.
 */
export function reconhecerColunas(
  cabecalhos: readonly string[],
  mapeamento: Record<string, Coluna | null> = {},
): Posicoes {
  const titulos = cabecalhos.map(semPontuacao)
  const reconhecidas = reconhecerTitulos(titulos.map(porExtenso))
  const mapeados = new Map(Object.entries(mapeamento).map(([cabecalho, coluna]) => [semPontuacao(cabecalho), coluna]))
  if (mapeados.size === 0) return comNumero(agrupar(reconhecidas))
  const ditas = new Set(titulos.map((titulo) => mapeados.get(titulo)))
  return agrupar(
    titulos.map((titulo, posicao) => {
      if (mapeados.has(titulo)) return mapeados.get(titulo) ?? null
      const coluna = reconhecidas[posicao] ?? null
      return coluna && ditas.has(coluna) && !REPETIVEIS.includes(coluna) ? null : coluna
    }),
  )
}

/** Columns that several headers may feed at once: a CPF and a CNPJ, two telephones. */
export const REPETIVEIS: readonly Coluna[] = ['documento', 'telefone', 'ddd', 'email', 'situacao', 'pago_em']

/** A title's number at the bank names the account where nothing else does. */
function comNumero(posicoes: Posicoes): Posicoes {
  const { conta_numero, nosso_numero } = posicoes
  return conta_numero || !nosso_numero ? posicoes : { ...posicoes, conta_numero: nosso_numero }
}

function agrupar(colunas: readonly (Coluna | null)[]): Posicoes {
  const posicoes: Posicoes = {}
  colunas.forEach((coluna, posicao) => {
    if (!coluna) return
    const antes = posicoes[coluna]
    if (antes) antes.push(posicao)
    else posicoes[coluna] = [posicao]
  })
  return posicoes
}

function reconhecerTitulos(titulos: readonly string[]): (Coluna | null)[] {
  const temTelefone = titulos.some((titulo) => COLUNA_DE.get(titulo)?.coluna === 'telefone')
  const temEndereco = titulos.some((titulo) => DE_ENDERECO.has(titulo))
  const temDocumento = titulos.some((titulo) => COLUNA_DE.get(titulo)?.coluna === 'documento')
  const candidatos = titulos.map((titulo, posicao) => {
    if (titulo === 'documento')
      return temDocumento
        ? { coluna: 'conta_numero' as const, degrau: ULTIMO_DEGRAU }
        : { coluna: 'documento' as const, degrau: 0 }
    if (titulo === 'numero') {
      if (COLUNA_DE.get(titulos[posicao - 1] ?? '')?.coluna === 'ddd') return { coluna: 'telefone' as const, degrau: 0 }
      return temEndereco ? undefined : COLUNA_DE.get(titulo)
    }
    if (DDD_OU_TELEFONE.has(titulo))
      return { coluna: temTelefone ? ('ddd' as const) : ('telefone' as const), degrau: 0 }
    return COLUNA_DE.get(titulo)
  })
  return escolher(candidatos)
}

/** For each column only the best candidates stay, and only the first of them unless the column may be fed by several. */
function escolher(candidatos: readonly ({ coluna: Coluna; degrau: number } | undefined)[]): (Coluna | null)[] {
  const melhor = new Map<Coluna, number>()
  for (const candidato of candidatos)
    if (candidato) melhor.set(candidato.coluna, Math.min(candidato.degrau, melhor.get(candidato.coluna) ?? Infinity))
  const tomadas = new Set<Coluna>()
  return candidatos.map((candidato) => {
    if (!candidato || candidato.degrau !== melhor.get(candidato.coluna)) return null
    const { coluna } = candidato
    if (tomadas.has(coluna) && !REPETIVEIS.includes(coluna)) return null
    tomadas.add(coluna)
    return coluna
  })
}
