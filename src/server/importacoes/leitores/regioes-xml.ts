import type { TipoDeNota } from '#domain/documento-fiscal.ts'
/** A part of a fiscal XML from which leaves are kept. */
export interface Regiao {
  /** The namespaces that it may have; hand-edited files have none. */
  espaco: RegExp
  nota?: TipoDeNota
  protocolo?: true
  /** Paths kept, and every path on the way to them. */
  caminhos: ReadonlySet<string>
  listas?: Record<string, 'duplicatas' | 'pagamentos'>
  /** Elements whose very name says the kind of event. */
  marcas?: RegExp
}

const NFE = /^$|portalfiscal\.inf\.br\/nfe/
const NFSE = /^$|sped\.fazenda\.gov\.br\/nfse/

/** By the local name of the element that opens each. */
export const REGIOES: Partial<Record<string, Regiao>> = Object.assign(Object.create(null), {
  infNFe: {
    espaco: NFE,
    nota: 'nfe',
    caminhos: comAncestrais(
      'ide/cUF ide/cNF ide/mod ide/serie ide/nNF ide/dhEmi ide/dEmi ide/tpNF ide/tpEmis ide/cDV ide/tpAmb ide/finNFe ' +
        'ide/indPag ide/NFref/refNFe emit/CNPJ emit/CPF emit/xNome dest/CNPJ dest/CPF dest/idEstrangeiro dest/xNome ' +
        'dest/enderDest/fone dest/enderDest/UF dest/enderDest/xMun dest/email total/ICMSTot/vNF cobr/fat/nFat cobr/fat/vOrig cobr/fat/vDesc cobr/fat/vLiq ' +
        'cobr/dup/nDup cobr/dup/dVenc cobr/dup/vDup pag/detPag/indPag pag/detPag/tPag pag/detPag/vPag pag/detPag/dPag ' +
        'infAdic/infCpl',
    ),
    listas: { 'cobr/dup': 'duplicatas', 'pag/detPag': 'pagamentos' },
  },
  infNFSe: {
    espaco: NFSE,
    nota: 'nfse',
    caminhos: comAncestrais(
      'nNFSe cStat dhProc emit/CNPJ emit/CPF emit/xNome valores/vLiq DPS/infDPS/tpAmb DPS/infDPS/dhEmi ' +
        'DPS/infDPS/subst/chSubstda DPS/infDPS/toma/CNPJ DPS/infDPS/toma/CPF DPS/infDPS/toma/NIF DPS/infDPS/toma/xNome ' +
        'DPS/infDPS/toma/fone DPS/infDPS/toma/email DPS/infDPS/serv/cServ/xDescServ',
    ),
  },
  infProt: { espaco: NFE, protocolo: true, caminhos: comAncestrais('tpAmb chNFe cStat xMotivo') },
  infEvento: {
    espaco: /^$|portalfiscal\.inf\.br\/nfe|sped\.fazenda\.gov\.br\/nfse/,
    caminhos: comAncestrais('tpAmb chNFe tpEvento cStat pedRegEvento/infPedReg/chNFSe pedRegEvento/infPedReg/tpAmb'),
    marcas: /^pedRegEvento\/infPedReg\/e\d{6}$/,
  },
} satisfies Record<string, Regiao>)

function comAncestrais(caminhos: string): ReadonlySet<string> {
  const todos = new Set<string>()
  for (const caminho of caminhos.split(' ')) {
    const partes = caminho.split('/')
    for (let i = 1; i <= partes.length; i++) todos.add(partes.slice(0, i).join('/'))
  }
  return todos
}
