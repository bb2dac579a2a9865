import { digitoDaChave } from '#domain/chave-acesso.ts'

const EMITENTE = '11222333000181'

export interface ReceitaDeNota {
  numero: number
  emitente?: string
  serie?: number
  cliente?: { documento?: string; nome?: string; fone?: string; email?: string; uf?: string; municipio?: string }
  emissao?: string
  total?: string
  parcelas?: { numero?: string; vencimento?: string; valor: string }[]
  /** `[tPag, vPag]` of payments without instalments. */
  pagamento?: [string, string]
  protocolo?: string | null
  chave?: string
}

export function chaveDe({ numero, emitente = EMITENTE, serie = 1, emissao = '2026-11-03' }: ReceitaDeNota): string {
  const corpo = `35${emissao.slice(2, 4)}${emissao.slice(5, 7)}${emitente}55${String(serie).padStart(3, '0')}${String(numero).padStart(9, '0')}1${String(numero % 100_000_000).padStart(8, '0')}`
  return `${corpo}${digitoDaChave(corpo)}`
}

/** An NF-e as an issuer would write it; by default one instalment of R$ 100,00. */
export function criarNota(receita: ReceitaDeNota): string {
  const {
    numero,
    emitente = EMITENTE,
    serie = 1,
    cliente = {},
    emissao = '2026-11-03',
    total = '100.00',
    protocolo = '100',
  } = receita
  const chave = receita.chave ?? chaveDe(receita)
  const { documento = '52998224725', nome = 'Cliente da Nota', fone, email, uf, municipio } = cliente
  const doc =
    documento === ''
      ? '<idEstrangeiro/>'
      : documento.length === 11
        ? `<CPF>${documento}</CPF>`
        : `<CNPJ>${documento}</CNPJ>`
  const parcelas =
    receita.parcelas ?? (receita.pagamento ? [] : [{ numero: '001', vencimento: '2026-12-03', valor: '100.00' }])
  const dups = parcelas.map(
    (p) =>
      `<dup>${p.numero ? `<nDup>${p.numero}</nDup>` : ''}${p.vencimento ? `<dVenc>${p.vencimento}</dVenc>` : ''}<vDup>${p.valor}</vDup></dup>`,
  )
  const [tPag, vPag] = receita.pagamento ?? ['15', total]
  const nfe =
    `<NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe Id="NFe${chave}" versao="4.00"><ide><cUF>35</cUF><cNF>${chave.slice(35, 43)}</cNF><mod>55</mod>` +
    `<serie>${serie}</serie><nNF>${numero}</nNF><dhEmi>${emissao}T10:00:00-03:00</dhEmi><tpNF>1</tpNF><tpEmis>1</tpEmis><cDV>${chave[43]}</cDV><tpAmb>1</tpAmb><finNFe>1</finNFe></ide>` +
    `<emit><CNPJ>${emitente}</CNPJ></emit><dest>${doc}<xNome>${nome}</xNome><enderDest>${municipio ? `<xMun>${municipio}</xMun>` : ''}${uf ? `<UF>${uf}</UF>` : ''}${fone ? `<fone>${fone}</fone>` : ''}</enderDest>${email ? `<email>${email}</email>` : ''}</dest>` +
    `<total><ICMSTot><vNF>${total}</vNF></ICMSTot></total>${dups.length > 0 ? `<cobr>${dups.join('')}</cobr>` : ''}<pag><detPag><tPag>${tPag}</tPag><vPag>${vPag}</vPag></detPag></pag></infNFe></NFe>`
  if (protocolo === null) return nfe
  return `<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe">${nfe}<protNFe><infProt><tpAmb>1</tpAmb><chNFe>${chave}</chNFe><cStat>${protocolo}</cStat></infProt></protNFe></nfeProc>`
}

export const criarCancelamento = (chave: string): string =>
  `<procEventoNFe xmlns="http://www.portalfiscal.inf.br/nfe"><evento><infEvento><tpAmb>1</tpAmb><chNFe>${chave}</chNFe><tpEvento>110111</tpEvento></infEvento></evento>` +
  `<retEvento><infEvento><tpAmb>1</tpAmb><cStat>135</cStat><chNFe>${chave}</chNFe><tpEvento>110111</tpEvento></infEvento></retEvento></procEventoNFe>`
