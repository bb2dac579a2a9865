import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { cor, tons } from '#web/theme.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { dia, dinheiro, numero, plural } from '#web/ui/formatos.ts'
import { BlockOutlined } from '#web/ui/icons/BlockOutlined.tsx'
import { DownloadOutlined } from '#web/ui/icons/DownloadOutlined.tsx'
import { HelpOutlineOutlined } from '#web/ui/icons/HelpOutlineOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { EsperaAdministrador } from './EsperaAdministrador.tsx'
import { Lista } from './ListaDocumentos.tsx'
import { agruparOcorrencias, comNumeros, tituloDe } from './ocorrencias.ts'
import { MOTIVOS, porMotivo } from './pendencias.ts'
import type { Frases } from './Resultado.tsx'
import { Totais } from './Totais.tsx'
import { VerConta } from './VerConta.tsx'

export function frasesDoXml(resultado: ResultadoXml): Frases {
  const { notas, contas_criadas, contas_atualizadas, clientes_criados, valor_total, primeiro_contato } = resultado
  const mudou = contas_criadas + contas_atualizadas + clientes_criados > 0
  return {
    mudou,
    titulo:
      contas_criadas > 0
        ? `${plural(notas, 'nota virou', 'notas viraram')} ${plural(contas_criadas, 'conta', 'contas')}`
        : mudou
          ? `${plural(contas_atualizadas, 'conta mudou', 'contas mudaram')}`
          : 'Nada mudou: tudo já estava gravado',
    texto:
      contas_criadas > 0
        ? `${dinheiro(valor_total)} a receber. ${oQueAReguaFara(primeiro_contato)}`
        : 'O que as notas pediam já estava feito, ou espera o que falta.',
  }
}

/** An import of before the day was kept has none to tell. */
function oQueAReguaFara(primeiro: ResultadoXml['primeiro_contato'] | undefined): string {
  if (primeiro === undefined) return 'A régua lembra cada conta no seu dia.'
  return primeiro ? `A régua começa a lembrar em ${dia(primeiro)}.` : 'A régua não tem mais passo para elas.'
}

export const TotaisDoXml = ({ resultado }: { resultado: ResultadoXml }) => (
  <Totais
    rotulo="Contas da importação"
    itens={[
      { rotulo: 'Contas criadas', figura: numero(resultado.contas_criadas) },
      { rotulo: 'Atualizadas', figura: numero(resultado.contas_atualizadas) },
      { rotulo: 'Já existiam', figura: numero(resultado.contas_ignoradas) },
      { rotulo: 'Clientes criados', figura: numero(resultado.clientes_criados) },
    ]}
  />
)

/** Only what still asks for attention, each thing with the documents it is about. */
export function AtencaoDoXml({ resultado, aoRever }: { resultado: ResultadoXml; aoRever: (() => void) | undefined }) {
  const { pendencias, avisos, erros, importacao_id: id } = resultado
  const espera = <EsperaAdministrador resultado={resultado} />
  if (pendencias.length + avisos.length + erros.length === 0) return espera
  return (
    <>
      {espera}
      <Lista
        titulo="O que ficou para ver"
        total={
          <Button
            sx={{ mr: -3 }}
            startIcon={<DownloadOutlined />}
            onClick={() => void baixarArquivo('GET /api/operador/importacoes/:id/erros.csv', 'para-ver.csv', { id })}
          >
            Baixar tudo (CSV)
          </Button>
        }
      >
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {porMotivo(pendencias).map(({ motivo, itens }) => (
            <Linha
              key={motivo}
              icone={<HelpOutlineOutlined style={{ color: tons.warning.solid }} aria-hidden />}
              frase={`${MOTIVOS[motivo].titulo(itens.length)}: falta a sua palavra para gravar`}
              itens={itens.map(
                (item) => `${tituloDe(item.mensagem) || item.numero}, ${item.cliente}, ${dinheiro(item.valor)}`,
              )}
              acao={
                aoRever && (
                  <Button size="small" onClick={aoRever} className="na-linha">
                    Rever
                  </Button>
                )
              }
            />
          ))}
          {agruparOcorrencias(avisos).map(({ frase, itens }) => (
            <Linha
              key={frase + itens[0]?.arquivo}
              icone={<WarningAmberOutlined style={{ color: tons.warning.solid }} aria-hidden />}
              frase={itens.length > 1 ? `${plural(itens.length, 'nota', 'notas')}: ${frase}` : frase}
              itens={itens.length > 1 ? itens.map((item) => tituloDe(item.mensagem) || item.arquivo) : []}
              acao={
                itens.length === 1 ? (
                  <VerConta mensagem={itens[0]?.mensagem ?? ''} />
                ) : (
                  SEM_CELULAR.test(frase) && (
                    <ButtonLink
                      size="small"
                      to="/operador/clientes"
                      search={{ telefone: 'sem_celular' }}
                      className="na-linha"
                    >
                      Completar telefones
                    </ButtonLink>
                  )
                )
              }
            />
          ))}
          {erros.length > 0 && (
            <Linha
              icone={<BlockOutlined style={{ color: tons.error.solid }} aria-hidden />}
              frase={plural(erros.length, 'documento não entrou', 'documentos não entraram')}
              ver="Ver motivos"
              itens={erros.map((erro) => `${erro.mensagem} (${erro.arquivo})`)}
            />
          )}
        </Box>
      </Lista>
    </>
  )
}

/** What the import says of a customer whom WhatsApp cannot reach. */
const SEM_CELULAR = /cliente (sem telefone|só com telefone fixo)/

interface LinhaProps {
  icone: ReactNode
  frase: string
  itens: string[]
  ver?: string
  acao?: ReactNode
}

function Linha({ icone, frase, itens, ver = 'Ver quais', acao }: LinhaProps) {
  const [aberta, setAberta] = useState(false)
  const [assunto, ...resto] = comNumeros(frase).split(': ')
  return (
    <Box component="li" sx={{ px: 5, py: 2.5, borderTop: `1px solid ${cor.rowDivider}` }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        {icone}
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <b style={{ fontWeight: 500 }}>{assunto}</b>
          {resto.length > 0 && `: ${resto.join(': ')}`}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', flexShrink: 0, mr: -3 }}>
          {itens.length > 0 && (
            <Button size="small" aria-expanded={aberta} onClick={() => setAberta(!aberta)} sx={{ my: -1 }}>
              {aberta ? 'Ocultar' : ver}
            </Button>
          )}
          {acao}
        </Box>
      </Box>
      {aberta && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, pl: 9, color: 'text.secondary' }}>
          {itens.map((item, indice) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one file may say the same thing of two documents
            <Box component="li" key={indice} sx={{ py: 0.5, overflowWrap: 'anywhere' }}>
              {comNumeros(item)}
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
