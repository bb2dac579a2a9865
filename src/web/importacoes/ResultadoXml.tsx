import { type ReactNode, useState } from 'react'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { dia, dinheiro, numero, plural } from '#web/ui/formatos.ts'
import { BlockOutlined } from '#web/ui/icons/BlockOutlined.tsx'
import { DownloadOutlined } from '#web/ui/icons/DownloadOutlined.tsx'
import { HelpOutlineOutlined } from '#web/ui/icons/HelpOutlineOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { KpiStrip } from '#web/ui/KpiStrip.tsx'
import { EsperaAdministrador } from './EsperaAdministrador.tsx'
import type { Frases } from './frases.ts'
import { Lista } from './ListaDocumentos.tsx'
import { agruparOcorrencias, comNumeros, tituloDe } from './ocorrencias.ts'
import { MOTIVOS, porMotivo } from './pendencias.ts'
import { VerConta } from './VerConta.tsx'
import './achados.css'

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

/** Imports from before `primeiro_contato` was recorded do not have it. */
function oQueAReguaFara(primeiro: ResultadoXml['primeiro_contato'] | undefined): string {
  if (primeiro === undefined) return 'A régua lembra cada conta no seu dia.'
  return primeiro ? `A régua começa a lembrar em ${dia(primeiro)}.` : 'A régua não tem mais passo para elas.'
}

export const TotaisDoXml = ({ resultado }: { resultado: ResultadoXml }) => (
  <KpiStrip
    rotulo="Contas da importação"
    itens={[
      { rotulo: 'Contas criadas', figura: numero(resultado.contas_criadas) },
      { rotulo: 'Atualizadas', figura: numero(resultado.contas_atualizadas) },
      { rotulo: 'Já existiam', figura: numero(resultado.contas_ignoradas) },
      { rotulo: 'Clientes criados', figura: numero(resultado.clientes_criados) },
    ]}
  />
)

interface Atencao {
  resultado: ResultadoXml
  aoRever: (() => void) | undefined
  /** Its accounts are gone: there is none to lead to. */
  desfeita: boolean
}

/** What still needs attention, each with the documents it concerns. */
export function AtencaoDoXml({ resultado, aoRever, desfeita }: Atencao) {
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
            startIcon={<DownloadOutlined />}
            onClick={() => void baixarArquivo('GET /api/operador/importacoes/:id/erros.csv', 'para-ver.csv', { id })}
          >
            Baixar tudo (CSV)
          </Button>
        }
      >
        <ul>
          <DasPendencias pendencias={pendencias} aoRever={aoRever} />
          <DosAvisos avisos={avisos} desfeita={desfeita} />
          {erros.length > 0 && (
            <Achado
              icone={<BlockOutlined data-tom="error" />}
              frase={plural(erros.length, 'documento não entrou', 'documentos não entraram')}
              ver="Ver motivos"
              itens={erros.map((erro) => `${erro.mensagem} (${erro.arquivo})`)}
            />
          )}
        </ul>
      </Lista>
    </>
  )
}

type Pendencias = Pick<ResultadoXml, 'pendencias'> & { aoRever: (() => void) | undefined }

const DasPendencias = ({ pendencias, aoRever }: Pendencias) =>
  porMotivo(pendencias).map(({ motivo, itens }) => (
    <Achado
      key={motivo}
      icone={<HelpOutlineOutlined data-tom="warning" />}
      frase={`${MOTIVOS[motivo].titulo(itens.length)}: ${aoRever ? 'falta você decidir' : 'sem decisão'}`}
      itens={itens.map((item) => `${tituloDe(item.mensagem) || item.numero}, ${item.cliente}, ${dinheiro(item.valor)}`)}
      acao={
        aoRever && (
          <Button size="small" onClick={aoRever} className="na-linha">
            Rever
          </Button>
        )
      }
    />
  ))

const DosAvisos = ({ avisos, desfeita }: Pick<ResultadoXml, 'avisos'> & Pick<Atencao, 'desfeita'>) =>
  agruparOcorrencias(avisos).map(({ frase, itens }) => (
    <Achado
      key={frase + itens[0]?.arquivo}
      icone={<WarningAmberOutlined data-tom="warning" />}
      frase={itens.length > 1 ? `${plural(itens.length, 'nota', 'notas')}: ${frase}` : frase}
      itens={itens.length > 1 ? itens.map((item) => tituloDe(item.mensagem) || item.arquivo) : []}
      acao={
        desfeita ? undefined : SEM_CELULAR.test(frase) ? (
          <ButtonLink size="small" to="/operador/clientes" search={{ telefone: 'sem_celular' }} className="na-linha">
            {itens.length > 1 ? 'Completar telefones' : 'Completar telefone'}
          </ButtonLink>
        ) : (
          itens.length === 1 && <VerConta mensagem={itens[0]?.mensagem ?? ''} />
        )
      }
    />
  ))

/** The import's notice about a customer whom WhatsApp cannot reach. */
const SEM_CELULAR = /cliente (sem telefone|só com telefone fixo)/

interface AchadoProps {
  icone: ReactNode
  frase: string
  itens: string[]
  ver?: string
  acao?: ReactNode
}

function Achado({ icone, frase, itens, ver = 'Ver quais', acao }: AchadoProps) {
  const [aberta, setAberta] = useState(false)
  const [assunto, ...resto] = comNumeros(frase).split(': ')
  return (
    <li className="achado">
      {icone}
      <div className="grow quebra">
        <span className="forte">{assunto}</span>
        {resto.length > 0 && `: ${resto.join(': ')}`}
        {aberta && (
          <ul className="achado-itens grid gap-4 cinza">
            {itens.map((item, indice) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one file may say the same thing of two documents
              <li key={indice}>{comNumeros(item)}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="achado-acoes flex wrap rigid to-end">
        {itens.length > 0 && (
          <Button size="small" className="na-linha" aria-expanded={aberta} onClick={() => setAberta(!aberta)}>
            {aberta ? 'Ocultar' : ver}
          </Button>
        )}
        {acao}
      </div>
    </li>
  )
}
