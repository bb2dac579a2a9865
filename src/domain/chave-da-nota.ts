import { digitoConfere, partesDaChave } from './chave-acesso.ts'
import type { Campos } from './documento-fiscal.ts'

/** What is wrong with a note's key, or null: a real authorised note always agrees with its own. */
export function chaveErrada(campos: Campos, chave: string): string | null {
  if (!digitoConfere(chave)) return 'o dígito da chave de acesso não confere'
  const partes = partesDaChave(chave)
  const serie = Number(campos['ide/serie'] ?? 0)
  const emitente = (campos['emit/CNPJ'] ?? campos['emit/CPF'] ?? '').toUpperCase().padStart(14, '0')
  const emissao = (campos['ide/dhEmi'] ?? campos['ide/dEmi'] ?? '').slice(2, 7).replace('-', '')
  const iguais =
    partes.uf === campos['ide/cUF'] &&
    partes.anoMes === emissao &&
    // Series 890 to 899 are issued by the tax office, whose CNPJ stands in the key.
    (partes.emitente === emitente || (serie >= 890 && serie <= 899)) &&
    partes.modelo === campos['ide/mod'] &&
    Number(partes.serie) === serie &&
    Number(partes.numero) === Number(campos['ide/nNF']) &&
    partes.tipoEmissao === (campos['ide/tpEmis'] ?? '1') &&
    partes.codigo === (campos['ide/cNF'] ?? partes.codigo) &&
    partes.digito === (campos['ide/cDV'] ?? partes.digito)
  return iguais ? null : 'a chave de acesso não concorda com os dados da nota'
}
