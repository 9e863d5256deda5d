{{/* Names, labels, and the parts that all pods share. "root" is the chart's context, "component" one of ingest, processor, worker, api, gateway, migrate, ops. */}}

{{- define "tracker.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* 40 characters leave room for "-processor" and for what Kubernetes adds. */}}
{{- define "tracker.fullname" -}}
{{- $name := include "tracker.name" . }}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains $name .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "tracker.selector" -}}
app.kubernetes.io/name: {{ include "tracker.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tracker.labels" -}}
{{ include "tracker.selector" .root }}
app.kubernetes.io/component: {{ .component }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: traffic-tracker
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "tracker.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "tracker.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{/* "image" is .Values.image or .Values.gatewayImage. */}}
{{- define "tracker.image" -}}
{{- if .image.digest }}
{{- printf "%s@%s" .image.repository .image.digest }}
{{- else }}
{{- printf "%s:%s" .image.repository (default .root.Chart.AppVersion .image.tag) }}
{{- end }}
{{- end }}

{{- define "tracker.serviceUrl" -}}
http://{{ include "tracker.fullname" .root }}-{{ .component }}.{{ .root.Release.Namespace }}.svc.{{ .root.Values.clusterDomain }}:3000
{{- end }}

{{/*
The user of the images. OnRootMismatch is not only for speed: at each other start Kubernetes would open all files of the spool to the group,
and ingest refuses a spool that others can read.
*/}}
{{- define "tracker.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "tracker.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The environment of a program; "isOwner" adds what only jobs know. Kubernetes' YAML reads on and off as true and false. */}}
{{- define "tracker.env" -}}
{{- $values := .root.Values }}
- { name: PUBLIC_URL, value: {{ $values.publicUrl | quote }} }
# The gateway, and the proxies in front of it.
- { name: TRUST_PROXY, value: {{ add 1 $values.proxiesInFront | quote }} }
{{- if $values.migrate.enabled }}
- { name: MIGRATE, value: 'off' }
{{- end }}
{{- range $name, $value := $values.settings }}
- { name: {{ $name }}, value: {{ if kindIs "bool" $value }}{{ ternary "on" "off" $value | quote }}{{ else }}{{ $value | toString | quote }}{{ end }} }
{{- end }}
{{- range concat $values.secret.keys (ternary $values.migrate.secret.keys list (and .isOwner (ne $values.migrate.secret.name ""))) }}
- { name: {{ . }}_FILE, value: /run/secrets/tracker/{{ . }} }
{{- end }}
{{- range $name, $key := $values.secret.files }}
- { name: {{ $name }}, value: /run/secrets/tracker/{{ $key }} }
{{- end }}
{{- end }}

{{/* The pod's part that is the same for all: who it is, where it runs, when it ends. */}}
{{- define "tracker.podBasics" -}}
{{- $pods := .root.Values.pods -}}
automountServiceAccountToken: false
# Without them: a service's name may make a variable that is one of the settings.
enableServiceLinks: false
securityContext:
  {{- include "tracker.podSecurity" . | nindent 2 }}
terminationGracePeriodSeconds: {{ $pods.terminationGracePeriodSeconds }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $pods.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $pods.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pods.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "tracker.podMetadata" -}}
labels:
  {{- include "tracker.labels" . | nindent 2 }}
  {{- with .root.Values.pods.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .root.Values.pods.annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "tracker.spread" -}}
{{- $context := . }}
{{- with .root.Values.pods.spreadOver }}
topologySpreadConstraints:
  {{- range . }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "tracker.selector" $context.root | nindent 8 }}
        app.kubernetes.io/component: {{ $context.component }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "tracker.preStop" -}}
lifecycle:
  preStop:
    exec: { command: [sleep, {{ .Values.pods.preStopSeconds | quote }}] }
{{- end }}

{{/* A program's container. "args" is its start, "data" the name of the volume at /data. */}}
{{- define "tracker.programContainer" -}}
name: {{ .component }}
image: {{ include "tracker.image" (dict "root" .root "image" .root.Values.image) }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: {{ .args | toJson }}
env:
  {{- include "tracker.env" (dict "root" .root "isOwner" (hasKey . "isOwner")) | nindent 2 }}
securityContext:
  {{- include "tracker.containerSecurity" . | nindent 2 }}
resources:
  {{- toYaml .resources | nindent 2 }}
volumeMounts:
  - { name: {{ .data }}, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  - { name: secret, mountPath: /run/secrets/tracker, readOnly: true }
{{- end }}

{{/* What a program that serves has besides: ports, probes, an end in order. */}}
{{- define "tracker.serving" -}}
ports:
  - { name: http, containerPort: 3000 }
  - { name: metrics, containerPort: 9100 }
# A start waits for its stores; five minutes are also enough for one that migrates.
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 3
  failureThreshold: 100
# Not /readyz: a restart does not bring a store back.
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
  timeoutSeconds: 4
  failureThreshold: 2
{{ include "tracker.preStop" .root }}
{{- end }}

{{/* The volumes of a program but for /data. */}}
{{- define "tracker.programVolumes" -}}
{{- $values := .root.Values }}
- { name: tmp, emptyDir: { sizeLimit: 1Gi } }
- name: secret
  projected:
    defaultMode: 288 # 0440
    sources:
      - secret: { name: {{ $values.secret.name }} }
      {{- if and (hasKey . "isOwner") (ne $values.migrate.secret.name "") }}
      - secret: { name: {{ $values.migrate.secret.name }} }
      {{- end }}
{{- end }}
