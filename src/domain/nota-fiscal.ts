import { chaveBemFormada, partesDaChave } from './chave-acesso.ts'
import { chaveErrada } from './chave-da-nota.ts'
import { type Dia, somarDias } from './data.ts'
import { type Centavos, formatarReais, VALOR_MAXIMO_CENTAVOS } from './dinheiro.ts'
import { documentoValido } from './documento.ts'
import {
  type Campos,
  type ContaDaNota,
  centavosDoXml,
  contatoDoXml,
  type DecisaoDaNota,
  diaDaNota,
  lugarDoXml,
  type NotaLida,
  nomeEscrito,
  type Palavra,
  type PendenciaDaNota,
  recusar,
} from './documento-fiscal.ts'
import { pagamentoEmAberto } from './pagamento-nota.ts'
import { cortar } from './texto.ts'

/**
 * What an NF-e (model 55) gives to collect, by the order of rules that a person would follow: is it a note at all,
 * has it value, is it ours to receive, and only then from whom, how much and when.
 */
export function decidirNfe(lida: NotaLida, palavra: Palavra): DecisaoDaNota {
  const { campos } = lida
  const chave = lida.id.replace(/^NFe/, '').toUpperCase()
  const titulo = `NF-e ${cortar(campos['ide/nNF'] ?? 'sem número', 20)}`
  const recusa = semValor(lida, chave, titulo) ?? semCobranca(lida, titulo)
  if (recusa) return recusar(chaveBemFormada(chave) ? chave : null, recusa.mensagem, recusa.cancelada)
  return cobrar(lida, chave, titulo, palavra)
}

interface Recusa {
  mensagem: string
  cancelada?: boolean
}

/** Rules 1 to 7: another model, test environment, denied, rejected, cancelled. */
function semValor({ campos, protocolo }: NotaLida, chave: string, titulo: string): Recusa | null {
  const modelo = campos['ide/mod']
  if (modelo === '65')
    return { mensagem: `NFC-e ${campos['ide/nNF'] ?? ''}: nota de consumidor, paga no balcão, não gera cobrança.` }
  if (modelo !== '55')
    return { mensagem: `Documento de modelo ${modelo ?? 'desconhecido'}: só a NF-e (modelo 55) gera cobrança.` }
  if (campos['ide/tpAmb'] === '2' || protocolo?.tpAmb === '2')
    return { mensagem: `${titulo}: emitida em homologação (ambiente de teste), sem valor fiscal.` }
  if (!chaveBemFormada(chave))
    return { mensagem: `${titulo}: a chave de acesso está ausente ou não tem 44 caracteres.` }
  if (!/^\d{1,9}$/.test(campos['ide/nNF'] ?? '') || !/^\d{1,3}$/.test(campos['ide/serie'] ?? ''))
    return { mensagem: `${titulo}: sem número ou série legível.` }
  if (protocolo?.chNFe && protocolo.chNFe.toUpperCase() !== chave)
    return { mensagem: `${titulo}: a chave do protocolo é de outra nota. O arquivo foi alterado.` }
  const cStat = protocolo?.cStat
  if (campos.cancelada || cStat === '101' || cStat === '151' || cStat === '155')
    return { mensagem: `${titulo}: nota cancelada, nada a cobrar.`, cancelada: true }
  if (['110', '205', '301', '302', '303'].includes(cStat ?? ''))
    return { mensagem: `${titulo}: uso denegado pela SEFAZ.` }
  if (cStat && cStat !== '100' && cStat !== '150')
    return { mensagem: `${titulo}: não autorizada pela SEFAZ (situação ${cStat}).` }
  return null
}

const FINALIDADES: Record<string, string> = {
  '3': 'nota de ajuste, não gera cobrança.',
  '5': 'nota de crédito: reduz o que se tem a receber. Decida qual conta reduzir.',
}

/** Rules 9 and 10: nothing of it is ours to receive. */
function semCobranca({ campos, referencias }: NotaLida, titulo: string): Recusa | null {
  const finalidade = campos['ide/finNFe'] ?? '1'
  if (finalidade === '4') return { mensagem: frasesDaDevolucao(campos, referencias, titulo) }
  if (FINALIDADES[finalidade]) return { mensagem: `${titulo}: ${FINALIDADES[finalidade]}` }
  if (campos['ide/tpNF'] === '0')
    return { mensagem: `${titulo}: nota de entrada (uma compra), é conta a pagar e não a receber.` }
  if (campos['dest/CNPJ'] || campos['dest/CPF']) {
    if (documentoValido(documentoDe(campos))) return null
    return { mensagem: `${titulo}: o CPF ou CNPJ do cliente não confere.` }
  }
  return {
    mensagem: `${titulo}: o cliente não tem CPF nem CNPJ${campos['dest/idEstrangeiro'] === undefined ? '' : ' (é do exterior)'}.`,
  }
}

function frasesDaDevolucao(campos: Campos, referencias: string[], titulo: string): string {
  const valor = centavosDoXml(campos['total/ICMSTot/vNF'])
  const quanto = valor === null ? '' : ` de ${formatarReais(valor)}`
  const original = referencias[0]
  const qual = original ? `, referente à NF-e ${Number(partesDaChave(original).numero)}` : ''
  return `${titulo}: devolução${quanto}${qual}. Nada a cobrar; decida qual parcela reduzir.`
}

/** Rules 11 to 13: the accounts, what to look at, and what waits for a person's word. */
function cobrar(lida: NotaLida, chave: string, titulo: string, palavra: Palavra): DecisaoDaNota {
  const { campos } = lida
  const emissao = (campos['ide/dhEmi'] ?? campos['ide/dEmi'] ?? '').slice(0, 10)
  if (!diaDaNota(emissao)) return recusar(chave, `${titulo}: sem data de emissão legível.`)
  const contas = lida.duplicatas.length > 0 ? dasDuplicatas(lida, emissao, palavra) : daNota(lida, emissao, palavra)
  if ('nada' in contas) return { resultado: 'nada_a_cobrar', chave, mensagem: `${titulo}: ${contas.nada}` }
  if ('erro' in contas) return recusar(chave, `${titulo}: ${contas.erro}`)
  const soma = contas.contas.reduce((total, conta) => total + conta.valorCentavos, 0)
  return {
    resultado: 'cobrar',
    nota: identidade(campos, chave),
    titulo,
    emissao,
    valorCentavos: soma,
    cliente: {
      documento: documentoDe(campos),
      nome: nomeEscrito(campos['dest/xNome'], documentoDe(campos)),
      ...contatoDoXml(campos['dest/enderDest/fone'], campos['dest/email']),
      ...lugarDoXml(campos['dest/enderDest/UF'], campos['dest/enderDest/xMun']),
    },
    contas: contas.contas,
    avisos: conferirSomas(lida, titulo, soma),
    pendencias: [
      ...pendenciasDaNota(lida, chave, titulo, palavra),
      ...semVencimento(contas.semVencimento, lida, titulo),
    ],
    substitui: null,
  }
}

type Contas = { contas: ContaDaNota[]; semVencimento: boolean } | { nada: string } | { erro: string }

/** As many as the layout takes (`dup`, 0 to 120). */
const MAXIMO_DUPLICATAS = 120

/** One account per `dup`, as written and in order; an instalment without a due day needs a person's answer. */
function dasDuplicatas(lida: NotaLida, emissao: Dia, palavra: Palavra): Contas {
  const total = lida.duplicatas.length
  if (total > MAXIMO_DUPLICATAS)
    return { erro: `tem ${total} parcelas, e o leiaute da NF-e permite até ${MAXIMO_DUPLICATAS}.` }
  const contas: ContaDaNota[] = []
  let semVencimento = false
  for (const [i, dup] of lida.duplicatas.entries()) {
    const valorCentavos = centavosDoXml(dup.vDup)
    const parcela = cortar(dup.nDup ?? '', 60) || `${i + 1}/${total}`
    if (valorCentavos === null || valorCentavos > VALOR_MAXIMO_CENTAVOS)
      return { erro: `o valor da parcela ${parcela} não é legível.` }
    if (dup.dVenc !== undefined && !diaDaNota(dup.dVenc))
      return { erro: `o vencimento da parcela ${parcela} não é um dia que existe.` }
    if (valorCentavos === 0) continue
    const vencimento = dup.dVenc ?? prazo(emissao, palavra)
    semVencimento ||= vencimento === null
    contas.push({ ordem: i + 1, parcela, valorCentavos, vencimento: vencimento ?? emissao })
  }
  return contas.length > 0 ? { contas, semVencimento } : { nada: 'as parcelas são de valor zero, nada a cobrar.' }
}

/** Without `dup` there is one account at most, of what was not paid at issue, and its day is never guessed. */
function daNota({ campos, pagamentos }: NotaLida, emissao: Dia, palavra: Palavra): Contas {
  const aberto = pagamentoEmAberto(campos, pagamentos)
  if ('nada' in aberto) return aberto
  if (aberto.centavos === null || aberto.centavos > VALOR_MAXIMO_CENTAVOS)
    return { erro: 'o valor a receber não é legível.' }
  const vencimento = prazo(emissao, palavra)
  const conta = { ordem: 1, parcela: '1/1', valorCentavos: aberto.centavos, vencimento: vencimento ?? emissao }
  return { contas: [conta], semVencimento: vencimento === null }
}

const prazo = (emissao: Dia, { aceitar, diasVencimento }: Palavra): Dia | null =>
  aceitar.has('sem_vencimento') && diasVencimento !== null ? somarDias(emissao, diasVencimento) : null

function pendenciasDaNota(
  { campos, protocolo }: NotaLida,
  chave: string,
  titulo: string,
  { aceitar }: Palavra,
): PendenciaDaNota[] {
  const pendencias: PendenciaDaNota[] = []
  const motivoChave = chaveErrada(campos, chave)
  if (!protocolo?.cStat && !aceitar.has('sem_protocolo')) {
    const mensagem = `${titulo}: sem protocolo de autorização. Nada no arquivo prova que a SEFAZ a autorizou; aceite só se conferiu.`
    pendencias.push({ motivo: 'sem_protocolo', mensagem })
  }
  if (motivoChave && !aceitar.has('chave_invalida')) {
    const mensagem = `${titulo}: ${motivoChave}. Parece uma cópia alterada; aceite só se conferiu.`
    pendencias.push({ motivo: 'chave_invalida', mensagem })
  }
  return pendencias
}

function semVencimento(falta: boolean, { campos }: NotaLida, titulo: string): PendenciaDaNota[] {
  if (!falta) return []
  const dica = campos['infAdic/infCpl'] ? ` A nota diz: "${cortar(campos['infAdic/infCpl'], 200)}".` : ''
  return [
    {
      motivo: 'sem_vencimento',
      mensagem: `${titulo}: sem vencimento. Diga em quantos dias da emissão ela vence.${dica}`,
    },
  ]
}

function conferirSomas({ campos, duplicatas }: NotaLida, titulo: string, soma: Centavos): string[] {
  if (duplicatas.length === 0) return []
  const liquido = centavosDoXml(campos['cobr/fat/vLiq'])
  const original = centavosDoXml(campos['cobr/fat/vOrig'])
  const desconto = centavosDoXml(campos['cobr/fat/vDesc'] ?? '0') ?? 0
  const total = centavosDoXml(campos['total/ICMSTot/vNF'])
  const avisos: string[] = []
  if (liquido !== null && soma !== liquido)
    avisos.push(
      `${titulo}: as parcelas somam ${formatarReais(soma)} e a fatura é de ${formatarReais(liquido)}. Fica como está.`,
    )
  if (liquido !== null && original !== null && original - desconto !== liquido)
    avisos.push(`${titulo}: o valor original menos o desconto não dá o líquido da fatura. Fica como está.`)
  if (total !== null && soma > total)
    avisos.push(
      `${titulo}: as parcelas somam ${formatarReais(soma)}, mais que os ${formatarReais(total)} da nota. Fica como está.`,
    )
  return avisos
}

const documentoDe = (campos: Campos): string => (campos['dest/CNPJ'] ?? campos['dest/CPF'] ?? '').toUpperCase()

const identidade = (campos: Campos, chave: string) => ({
  tipo: 'nfe' as const,
  chave,
  emitente: cortar((campos['emit/CNPJ'] ?? campos['emit/CPF'] ?? partesDaChave(chave).emitente).toUpperCase(), 14),
  modelo: '55',
  serie: String(Number(campos['ide/serie'])),
  numero: String(Number(campos['ide/nNF'])),
})
