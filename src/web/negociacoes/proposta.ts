import { CamposInvalidos } from '#domain/erros.ts'
import { gerarParcelas, type Parcela, valorNegociado } from '#domain/parcelas.ts'
import { lerDinheiro } from '#web/ui/formatos.ts'

/** What a person types; money as text, so that nothing typed is ever lost. */
export interface Formulario {
  incluir_encargos: boolean
  desconto: string
  desconto_em: 'reais' | 'percentual'
  entrada: string
  parcelas: string
  primeiro_vencimento: string
  observacao: string
  enviar_mensagem: boolean
}
export interface Base {
  originalCentavos: number
  encargosCentavos: number
  hoje: string
}
export interface Proposta {
  descontoCentavos: number
  entradaCentavos: number
  encargosCentavos: number
  totalCentavos: number
  parcelas: Parcela[]
  /** Sentences by field; empty when the proposal can be closed. */
  erros: Partial<Record<keyof Formulario, string>>
}

/** Every key recomputes the schedule by the server's own rule; what does not fit is said on its field. */
export function calcularProposta(formulario: Formulario, base: Base): Proposta {
  const encargosCentavos = formulario.incluir_encargos ? base.encargosCentavos : 0
  const bruto = base.originalCentavos + encargosCentavos
  const erros: Proposta['erros'] = {}
  const descontoCentavos = lerDesconto(formulario, bruto, erros)
  const entradaCentavos = lerCampo(formulario.entrada, 'entrada', erros)
  if (!formulario.primeiro_vencimento) erros.primeiro_vencimento = 'Informe o primeiro vencimento.'
  const negociado = conferir(erros, () => valorNegociado(base.originalCentavos, encargosCentavos, descontoCentavos))
  const parcelas = conferir(erros, () =>
    gerarParcelas({
      valorCentavos: negociado ?? Number.MAX_SAFE_INTEGER, // without a total, what does not hang on it is still said
      entradaCentavos,
      parcelas: Number(formulario.parcelas),
      primeiroVencimento: formulario.primeiro_vencimento,
      hoje: base.hoje,
    }),
  )
  return {
    descontoCentavos,
    entradaCentavos,
    encargosCentavos,
    totalCentavos: negociado ?? bruto - descontoCentavos,
    parcelas: Object.keys(erros).length > 0 ? [] : (parcelas ?? []),
    erros,
  }
}

/** What a rule refuses joins what could not be read, so that every field that is wrong says so at once. */
function conferir<T>(erros: Proposta['erros'], regra: () => T): T | undefined {
  try {
    return regra()
  } catch (erro) {
    if (!(erro instanceof CamposInvalidos)) throw erro
    for (const [campo, [frase]] of Object.entries(erro.campos)) erros[campo as keyof Formulario] ??= frase!
    return undefined
  }
}

function lerDesconto({ desconto, desconto_em }: Formulario, brutoCentavos: number, erros: Proposta['erros']): number {
  if (desconto_em === 'reais') return lerCampo(desconto, 'desconto', erros)
  if (!desconto.trim()) return 0
  const percentual = /^\d{1,3}([.,]\d{1,2})?$/.test(desconto.trim())
    ? Number(desconto.trim().replace(',', '.'))
    : Number.NaN
  if (Number.isNaN(percentual) || percentual > 100) {
    erros.desconto = 'Informe um percentual de 0 a 100.'
    return 0
  }
  return Math.round((brutoCentavos * percentual) / 100)
}

function lerCampo(texto: string, campo: 'desconto' | 'entrada', erros: Proposta['erros']): number {
  if (!texto.trim()) return 0
  const lido = lerDinheiro(texto)
  if (lido === null) erros[campo] = 'Informe um valor em reais, por exemplo 800,00.'
  return Math.round((lido ?? 0) * 100)
}
