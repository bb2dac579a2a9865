import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import type { Alerta } from '#contract/dashboard.ts'
import { agora } from '#web/api/agora.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { inteira } from '#web/api/inteira.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { quando } from '#web/ui/formatos.ts'
import { CheckCircleOutlined } from '#web/ui/icons/CheckCircleOutlined.tsx'
import { LinkOffOutlined } from '#web/ui/icons/LinkOffOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'

interface Saida {
  to: NonNullable<LinkProps['to']>
  search?: object
  rotulo: string
}

const PARADO = 'whatsapp_parado'
const RECEBIMENTO: Saida = { to: '/admin/recebimento', rotulo: 'Ver o recebimento' }
const CONEXAO: Saida = { to: '/admin/whatsapp', rotulo: 'Ver a conexão' }
/** Where one deals with each alert; null: outside of the program. */
const SAIDAS: Record<Alerta['codigo'], Saida | null> = {
  whatsapp_parado: CONEXAO,
  fila_parada: CONEXAO,
  sem_status: CONEXAO,
  qualidade_baixa: { to: '/admin/mensagens', search: { aba: 'desempenho' }, rotulo: 'Ver o desempenho dos modelos' },
  bloqueios_antigos: { to: '/admin/mensagens', search: { aba: 'bloqueios' }, rotulo: 'Ver as listas' },
  modelo_parado: { to: '/admin/mensagens', rotulo: 'Ver os modelos' },
  eventos_de_lado: CONEXAO,
  resultado_desconhecido: CONEXAO,
  alteracoes_a_decidir: { to: '/admin/importacoes', rotulo: 'Ver e decidir' },
  devolucoes_a_espera: {
    to: '/admin/conciliacao',
    search: { aba: 'movimentos', periodo: 'tudo', parte: 'a_espera' },
    rotulo: 'Ver as devoluções',
  },
  copia_com_erro: { to: '/admin/saude', rotulo: 'Ver as cópias' },
  psp_com_erro: RECEBIMENTO,
  psp_certificado: RECEBIMENTO,
  avisos_do_psp_de_lado: RECEBIMENTO,
  webhook_parado: { to: '/admin/integracoes', rotulo: 'Ver as entregas' },
  disco_cheio: null,
  banco_so_leitura: null,
  correio_parado: null,
  pasta_com_erro: null,
}
const TOKEN_RECUSADO = '190'

/**
 * Splits the alerts so that nothing on the screen moves: those there at opening stand above the figures and keep their
 * room once resolved; those that come later float at the bottom.
 */
export function useAlertas(alertas: Alerta[] | undefined) {
  const [primeiros, setPrimeiros] = useState(alertas)
  if (alertas && !primeiros) setPrimeiros(alertas)
  const deAgora = (um: Alerta) => alertas?.find(({ codigo }) => codigo === um.codigo)
  return {
    primeiros: primeiros?.map((um) => ({ ...um, ...deAgora(um), passou: Boolean(alertas && !deAgora(um)) })) ?? [],
    novos: alertas?.filter((um) => !primeiros?.some(({ codigo }) => codigo === um.codigo)) ?? [],
  }
}

/** What is broken: since when, why, what it means for the messages, and both ways out. */
export function Alertas({ alertas }: { alertas: (Alerta & { passou?: boolean })[] }) {
  return alertas.map((alerta) => <UmAlerta key={alerta.codigo} alerta={alerta} passou={alerta.passou ?? false} />)
}

function UmAlerta({ alerta, passou }: { alerta: Alerta; passou: boolean }) {
  const parado = alerta.codigo === PARADO
  const saida =
    parado && alerta.erro === TOKEN_RECUSADO ? { ...CONEXAO, rotulo: 'Trocar o token' } : SAIDAS[alerta.codigo]
  const Icone = passou ? CheckCircleOutlined : parado ? LinkOffOutlined : WarningAmberOutlined
  return (
    <div role={passou ? 'status' : 'alert'} className={`alerta${passou ? ' passou' : parado ? ' parado' : ''}`}>
      <Icone aria-hidden />
      <div className="alerta-texto menor shrink">
        <div className="alerta-titulo">
          {passou && 'Resolvido: '}
          {alerta.titulo}
          {!passou && alerta.desde && ` desde ${quando(alerta.desde, agora())}`}
        </div>
        <div className="alerta-porque">{inteira(alerta.mensagem)}</div>
      </div>
      <div className="alerta-saidas flex wrap gap-8 push">
        {parado && <Verificar />}
        {saida && (
          <Link className={parado ? 'button danger' : 'button'} to={saida.to} search={saida.search}>
            {saida.rotulo}
          </Link>
        )}
      </div>
    </div>
  )
}

/** Asks Meta now; once connected, the alert goes and what waits is sent. */
function Verificar() {
  const cache = useQueryClient()
  const verificar = useMutation({
    mutationFn: () => callApi('POST /api/admin/configuracoes/whatsapp/verificar', {}),
    onSuccess: ({ conectado, erro }) =>
      avisar(conectado ? 'Conectado: o envio voltou.' : (erro?.mensagem ?? 'Ainda sem conexão com o WhatsApp.')),
    onError: (erro) => avisar(fraseDe(erro)),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['dashboard', 'admin'] }),
        cache.invalidateQueries({ queryKey: ['whatsapp'] }),
      ]),
  })
  return (
    <Button loading={verificar.isPending} onClick={() => verificar.mutate()}>
      Verificar agora
    </Button>
  )
}
