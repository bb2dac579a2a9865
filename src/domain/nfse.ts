import { somarDias } from './data.ts'
import { VALOR_MAXIMO_CENTAVOS } from './dinheiro.ts'
import { documentoValido } from './documento.ts'
import {
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
import { cortar } from './texto.ts'

const CHAVE = /^\d{9}[0-9A-Z]{12}\d{29}$/

/** What an NFS-e of the national layout gives to collect: one account of its net value, whose day a person says. */
export function decidirNfse(lida: NotaLida, palavra: Palavra): DecisaoDaNota {
  const { campos } = lida
  const chave = lida.id.replace(/^NFS/, '').toUpperCase()
  const titulo = `NFS-e ${cortar(campos.nNFSe ?? 'sem número', 20)}`
  if (campos['DPS/infDPS/tpAmb'] === '2')
    return recusar(null, `${titulo}: emitida em homologação (ambiente de teste), sem valor fiscal.`)
  if (!CHAVE.test(chave)) return recusar(null, `${titulo}: a chave de acesso está ausente ou não tem 50 caracteres.`)
  if (campos.cancelada) return recusar(chave, `${titulo}: nota cancelada, nada a cobrar.`, true)
  const documento = (campos['DPS/infDPS/toma/CNPJ'] ?? campos['DPS/infDPS/toma/CPF'] ?? '').toUpperCase()
  if (!documento) return recusar(chave, `${titulo}: o tomador não tem CPF nem CNPJ.`)
  if (!documentoValido(documento)) return recusar(chave, `${titulo}: o CPF ou CNPJ do tomador não confere.`)
  const emissao = (campos['DPS/infDPS/dhEmi'] ?? campos.dhProc ?? '').slice(0, 10)
  if (!diaDaNota(emissao)) return recusar(chave, `${titulo}: sem data de emissão legível.`)
  const valorCentavos = centavosDoXml(campos['valores/vLiq'])
  if (valorCentavos === null || valorCentavos > VALOR_MAXIMO_CENTAVOS)
    return recusar(chave, `${titulo}: o valor líquido não é legível.`)
  if (valorCentavos === 0)
    return { resultado: 'nada_a_cobrar', chave, mensagem: `${titulo}: valor zero, nada a cobrar.` }
  const dias = palavra.aceitar.has('sem_vencimento') ? palavra.diasVencimento : null
  const vencimento = somarDias(emissao, dias ?? 0)
  return {
    resultado: 'cobrar',
    nota: identidade(lida, chave),
    titulo,
    emissao,
    valorCentavos,
    cliente: {
      documento,
      nome: nomeEscrito(campos['DPS/infDPS/toma/xNome'], documento),
      ...contatoDoXml(campos['DPS/infDPS/toma/fone'], campos['DPS/infDPS/toma/email']),
      ...lugarDoXml(undefined, undefined), // it writes the town as a code
    },
    contas: [{ ordem: 1, parcela: '1/1', valorCentavos, vencimento }],
    avisos: [],
    pendencias: pendencias(lida, chave, titulo, palavra, dias === null),
    substitui: campos['DPS/infDPS/subst/chSubstda'] ?? null,
  }
}

function pendencias(
  lida: NotaLida,
  chave: string,
  titulo: string,
  { aceitar }: Palavra,
  semVencimento: boolean,
): PendenciaDaNota[] {
  const achadas: PendenciaDaNota[] = []
  if (!concorda(lida, chave) && !aceitar.has('chave_invalida')) {
    const mensagem = `${titulo}: a chave de acesso não concorda com os dados da nota. Parece uma cópia alterada; aceite só se conferiu.`
    achadas.push({ motivo: 'chave_invalida', mensagem })
  }
  if (semVencimento) {
    const descricao = lida.campos['DPS/infDPS/serv/cServ/xDescServ']
    const dica = descricao ? ` A nota diz: "${cortar(descricao, 200)}".` : ''
    const mensagem = `${titulo}: a NFS-e não traz vencimento. Diga em quantos dias da emissão ela vence.${dica}`
    achadas.push({ motivo: 'sem_vencimento', mensagem })
  }
  return achadas
}

/** City (7), generator (1), kind of inscription (1), inscription (14), number (13), year and month (4), random, digit. */
function concorda({ campos }: NotaLida, chave: string): boolean {
  const emitente = (campos['emit/CNPJ'] ?? campos['emit/CPF'] ?? '').toUpperCase().padStart(14, '0')
  return chave.slice(9, 23) === emitente && Number(chave.slice(23, 36)) === Number(campos.nNFSe)
}

const identidade = ({ campos }: NotaLida, chave: string) => ({
  tipo: 'nfse' as const,
  chave,
  emitente: cortar((campos['emit/CNPJ'] ?? campos['emit/CPF'] ?? chave.slice(9, 23)).toUpperCase(), 14),
  modelo: 'nfse',
  // The national numbering runs by provider and city.
  serie: chave.slice(0, 7),
  numero: String(Number(/^\d{1,13}$/.test(campos.nNFSe ?? '') ? campos.nNFSe : chave.slice(23, 36))),
})
