import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Recebimento } from '#contract/recebimento.ts'
import { diaDe } from '#domain/data.ts'
import { agora } from '#web/api/agora.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { copiarTexto } from '#web/ui/copiarTexto.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { dia, plural, ultimaVez } from '#web/ui/formatos.ts'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { ContentCopyOutlined } from '#web/ui/icons/ContentCopyOutlined.tsx'
import { ErrorOutlineOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { avisoDoCertificado } from './certificado.ts'
import { useGravar } from './useGravar.ts'

const PspDialog = onDemand(() => import('./PspDialog.tsx'), 'PspDialog')
const AvisosDoBancoDialog = onDemand(() => import('./AvisosDoBancoDialog.tsx'), 'AvisosDoBancoDialog')

/** The bank, or PSP, that makes charges and reports payments; without one, codes are static and files bring the payments. */
export function BancoCard({ recebimento }: { recebimento: Recebimento }) {
  const { psp, pix } = recebimento
  const ligar = () => void abrir((fechar) => <PspDialog psp={psp} aoFechar={() => fechar()} />)
  return (
    <section className="cartao folgado stack gap-12" aria-labelledby="recebimento-banco">
      <div>
        <div className="row wrap between gap-8">
          <h2 className="titulo" id="recebimento-banco">
            Banco ou PSP
          </h2>
          {psp && <Situacao recebimento={recebimento} />}
        </div>
        <p className="cinza">
          {psp
            ? 'Cada Pix é reconhecido em segundos, e a baixa da conta é automática.'
            : 'Com a API Pix do seu banco, cada Pix é reconhecido em segundos e a baixa da conta é automática. Sem ela, o código é estático e o pagamento entra pelo extrato, em Conciliação.'}
        </p>
      </div>
      {recebimento.avisos_de_lado > 0 && <DeLado quantos={recebimento.avisos_de_lado} />}
      {psp && <Ligado recebimento={recebimento} psp={psp} />}
      {psp && <BotaoDePagamento ligado={recebimento.botao_de_pagamento} />}
      <div className="flex to-end wrap gap-8">
        {psp && (
          <Button onClick={() => void abrir((fechar) => <AvisosDoBancoDialog aoFechar={() => fechar(undefined)} />)}>
            Avisos do banco
          </Button>
        )}
        {psp && <Desligar />}
        <Button variant={psp ? 'outlined' : 'contained'} disabled={!pix} onClick={ligar}>
          {psp ? 'Trocar acesso' : 'Ligar o banco'}
        </Button>
      </div>
      {!pix && <p className="miudo recebimento-falta">Salve antes a chave Pix: é por ela que o banco cobra.</p>}
    </section>
  )
}

function Situacao({ recebimento: { situacao } }: { recebimento: Recebimento }) {
  return situacao === 'conectado' ? (
    <Chip tom="success" icone={CheckOutlined}>
      Conectado
    </Chip>
  ) : (
    <Chip tom="error" icone={ErrorOutlineOutlined}>
      Com erro
    </Chip>
  )
}

/** The bank's notices that could not be processed, waiting for somebody to look. */
const DeLado = ({ quantos }: { quantos: number }) => (
  <Alert
    tom="warning"
    acao={
      <Button
        size="small"
        onClick={() =>
          void abrir((fechar) => <AvisosDoBancoDialog situacao="de_lado" aoFechar={() => fechar(undefined)} />)
        }
      >
        Ver e tentar de novo
      </Button>
    }
  >
    {plural(quantos, 'aviso do banco não pôde', 'avisos do banco não puderam')} ser processado{quantos === 1 ? '' : 's'}
    . Nada se perdeu: estão guardados para outra tentativa.
  </Alert>
)

function Ligado({ recebimento, psp }: { recebimento: Recebimento; psp: NonNullable<Recebimento['psp']> }) {
  const { erro, webhook_url, webhook_erro, webhook_recebido_em, conferido_em } = recebimento
  const doCertificado = psp.certificado_ate ? avisoDoCertificado(psp.certificado_ate, agora()) : null
  return (
    <>
      {erro && <Alert tom="error">{erro}</Alert>}
      {webhook_erro && <Alert tom="warning">{webhook_erro}</Alert>}
      {doCertificado && <Alert tom={doCertificado.tom}>{doCertificado.texto}</Alert>}
      <dl className="recebimento-dados">
        <Dado nome="API Pix">{psp.emulador ? `${psp.base_url} (o emulador)` : psp.base_url}</Dado>
        <Dado nome="Cliente">{psp.client_id}</Dado>
        <Dado nome="Conferido">{conferido_em ? ultimaVez(conferido_em, agora()) : 'ainda não'}</Dado>
        <Dado nome="Último aviso do banco">
          {webhook_recebido_em ? ultimaVez(webhook_recebido_em, agora()) : 'nenhum ainda'}
        </Dado>
        {psp.certificado_ate && <Dado nome="Certificado até">{dia(diaDe(psp.certificado_ate))}</Dado>}
        {webhook_url && (
          <Dado nome="Endereço dos avisos">
            <span className="row gap-4">
              <span className="quebra grow">{webhook_url}</span>
              <IconButton
                size="small"
                aria-label="Copiar o endereço dos avisos"
                onClick={() => void copiarTexto(webhook_url, 'Endereço copiado.')}
              >
                <ContentCopyOutlined size={20} />
              </IconButton>
            </span>
          </Dado>
        )}
      </dl>
    </>
  )
}

const Dado = ({ nome, children }: { nome: string; children: ReactNode }) => (
  <div>
    <dt className="cinza">{nome}</dt>
    <dd className="quebra">{children}</dd>
  </div>
)

/** Saved at once by its own switch; Meta's verdict on each template is shown beside the template. */
function BotaoDePagamento({ ligado }: { ligado: boolean }) {
  const gravar = useGravar(({ botao_de_pagamento }) =>
    botao_de_pagamento
      ? 'Os modelos da régua vão à análise da Meta também com o botão.'
      : 'O código volta a ir no texto.',
  )
  return (
    <div>
      <Switch
        rotulo="Botão de pagamento do WhatsApp"
        checked={ligado}
        // Busy, not disabled: it keeps the keyboard's focus.
        aria-busy={gravar.isPending}
        onChange={({ target }) => gravar.isPending || gravar.mutate({ botao_de_pagamento: target.checked })}
      />
      <p className="miudo">
        O cliente copia o código Pix com um toque. Vale onde a conta da Meta aceita e depois que ela aprova cada modelo;
        até lá, e no resto, o código vai no texto. O andamento está em{' '}
        <Link className="ligacao" to="/admin/mensagens">
          Config. Mensagens
        </Link>
        .
      </p>
    </div>
  )
}

function Desligar() {
  const gravar = useGravar(() => 'Banco desligado.')
  const desligar = async () => {
    const sim = await confirmar({
      titulo: 'Desligar o banco?',
      texto:
        'Os próximos códigos são estáticos, e o pagamento só é conhecido pelo extrato. Os códigos já enviados continuam valendo no banco, mas o que for pago por eles não entra mais sozinho.',
      acao: 'Desligar o banco',
      perigo: true,
    })
    if (sim) gravar.mutate({ psp: null })
  }
  return (
    <Button loading={gravar.isPending} onClick={() => void desligar()}>
      Desligar
    </Button>
  )
}
