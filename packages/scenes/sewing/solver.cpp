// Cloth by XPBD in small steps (Macklin, Storey, Lu et al. 2019, "Small Steps in Physics Simulation"): one sweep a
// substep over edges (stretch), hinges (quadratic isometric bending, Bergou, Wardetzky et al. 2006), contact with a
// moving body and contact of the cloth with itself, both with Coulomb friction.
//
// Metres, kilograms, seconds, newtons. One thread: the machines that build plates share their cores, and two threads
// that wait for each other took 20 times as long there. Same input, same result, bit for bit, on one machine.
#include <algorithm>
#include <cmath>
#include <vector>
#include "contact.h"

namespace {

struct Edge { int i, j; float length, stiffness; };          // stiffness in N/m
struct Hinge { int at[4]; V4 weight; float stiffness; };     // energy stiffness / 2 * |sum weight x|^2

constexpr int WINDOW = 512;        // constraints whose order may change: small enough to stay in the first-level cache
constexpr int BEND_EVERY = 4;      // bending is 100 times softer than the mesh can bear: an impulse every fourth substep
constexpr int CHECK_EVERY = 4;     // substeps after which it is asked whether contacts must be sought anew
constexpr float EDGE_LOSS = 1.0f;  // share of an edge's speed that a sweep takes out beside its error
constexpr float HINGE_LOSS = 0.5f;

// Neighbours in memory share no vertex, so that the processor works on several at a time (measured: 2 to 3 times as
// fast as in the order of the mesh), while a window as a whole stays local.
template <class Constraint, class Vertices>
void interleave(std::vector<Constraint>& all, int vertices, Vertices of) {
  std::vector<int> stamp(vertices, -1);
  std::vector<Constraint> result, left, later;
  result.reserve(all.size());
  int round = 0;
  for (size_t from = 0; from < all.size(); from += WINDOW) {
    left.assign(all.begin() + from, all.begin() + std::min(all.size(), from + WINDOW));
    for (; !left.empty(); left.swap(later), later.clear(), round++)
      for (const Constraint& one : left) {
        bool is_free = true;
        for (int v : of(one)) is_free = is_free && stamp[v] != round;
        for (int v : of(one)) if (is_free) stamp[v] = round;
        (is_free ? result : later).push_back(one);
      }
  }
  all.swap(result);
}

struct Cloth {
  int n;
  std::vector<V4> x, before, v;      // places, places at the start of the substep, speeds
  std::vector<float> mass, w;        // kilograms; inverse, of the scaled mass
  std::vector<float> offset;         // metres that a vertex keeps from the body
  std::vector<Edge> edges;
  std::vector<Hinge> hinges;
  Body body;
  Self self;
  float friction, self_friction;
  float contact = 0;                         // factor on the cloth's thickness in the last run
  std::vector<V4> at_body, at_self;          // places when contacts were last sought

  // Metres that the farthest vertex has gone since.
  float gone(const std::vector<V4>& since) const {
    float most = 0;
    for (int i = 0; i < n; i++) {
      const V4 d = x[i] - since[i];
      most = std::max(most, dot(d, d));
    }
    return std::sqrt(most);
  }

  void stretch(float dt) {
    const float inverse = 1 / (dt * dt);
    for (const Edge& e : edges) {
      const V4 d = x[e.i] - x[e.j];
      const float length = std::sqrt(dot(d, d)) + 1e-12f;
      const float speed = dot(d, (x[e.i] - before[e.i]) - (x[e.j] - before[e.j])) / length;
      const float error = length - e.length + EDGE_LOSS * speed;
      const float s = error / (((1 + EDGE_LOSS) * (w[e.i] + w[e.j]) + inverse / e.stiffness) * length);
      x[e.i] -= d * (s * w[e.i]);
      x[e.j] += d * (s * w[e.j]);
    }
  }

  // As one implicit step of BEND_EVERY substeps, of which this one covers its share and the speed the rest. Covering all
  // of it at once made the stiff rib of a collar buzz at 2 m/s.
  void bend(float dt, float factor) {
    const float compliance = 1 / (dt * dt * BEND_EVERY * BEND_EVERY * factor);
    for (const Hinge& h : hinges) {
      const int *a = h.at;
      const V4 k = h.weight;
      const V4 curved = x[a[0]] * k[0] + x[a[1]] * k[1] + x[a[2]] * k[2] + x[a[3]] * k[3];
      const V4 was = before[a[0]] * k[0] + before[a[1]] * k[1] + before[a[2]] * k[2] + before[a[3]] * k[3];
      const float give = w[a[0]] * k[0] * k[0] + w[a[1]] * k[1] * k[1] + w[a[2]] * k[2] * k[2] + w[a[3]] * k[3] * k[3];
      const float s = -1 / (((1 + HINGE_LOSS) * give + compliance / h.stiffness) * BEND_EVERY);
      const V4 push = (curved + (curved - was) * (HINGE_LOSS * BEND_EVERY)) * s;
      for (int c = 0; c < 4; c++) x[a[c]] += push * (w[a[c]] * k[c]);
    }
  }

  // What nears the body is stopped at it; what lies too deep is lifted, a part each substep and without gaining speed
  // (its place before is lifted too). Friction takes at most `friction` times both out of the sliding.
  void touch_body(float since, float dt) {
    for (const Touch& t : body.touches) {
      const V4 place = t.place + t.speed * since;
      const float depth = offset[t.vertex] - dot(x[t.vertex] - place, t.normal);
      if (depth <= 0) continue;
      const V4 slid = (x[t.vertex] - before[t.vertex]) - t.speed * dt;
      const float nearing = dot(slid, t.normal);
      const float stopped = std::min(depth, std::max(-nearing, 0.0f));
      const float lift = std::min(body.relaxation * (depth - stopped), body.most_lift);
      const V4 along = slid - t.normal * nearing;
      const float length = std::sqrt(dot(along, along));
      const float held = length > 1e-12f ? std::min(1.0f, friction * (stopped + lift) / length) : 0.0f;
      x[t.vertex] += t.normal * (stopped + lift) - along * held;
      before[t.vertex] += t.normal * lift;
    }
  }

  // A vertex keeps `thickness` from a triangle, on the side on which it was found. Inelastic: no speed along the normal
  // is left but what the rest of the cloth gives.
  void touch_self() {
    for (const Near& c : self.near) {
      const V4 b = c.share;
      const V4 q = x[c.a] * b[0] + x[c.b] * b[1] + x[c.c] * b[2];
      V4 normal = cross(x[c.b] - x[c.a], x[c.c] - x[c.a]);
      normal *= c.side / (std::sqrt(dot(normal, normal)) + 1e-20f);
      const float depth = self.thickness - dot(x[c.vertex] - q, normal);
      if (depth <= 0) continue;
      const float wb0 = w[c.a] * b[0], wb1 = w[c.b] * b[1], wb2 = w[c.c] * b[2];
      const float give = w[c.vertex] + wb0 * b[0] + wb1 * b[1] + wb2 * b[2];
      const float lift = std::min(self.relaxation * depth, self.most_lift);
      const V4 moved = (x[c.vertex] - before[c.vertex])
        - ((x[c.a] - before[c.a]) * b[0] + (x[c.b] - before[c.b]) * b[1] + (x[c.c] - before[c.c]) * b[2]);
      const float nearing = dot(moved, normal);
      const V4 along = moved - normal * nearing;
      const float length = std::sqrt(dot(along, along));
      const float held = length > 1e-12f ? std::min(1.0f, self_friction * depth / length) : 0.0f;
      // the speed at which they near each other goes; the lift itself is no speed
      const V4 push = (normal * std::max(-nearing, 0.0f) - along * held) * (1 / give);
      const V4 shift = normal * (lift / give);
      const V4 both = push + shift;
      x[c.vertex] += both * w[c.vertex]; before[c.vertex] += shift * w[c.vertex];
      x[c.a] -= both * wb0; before[c.a] -= shift * wb0;
      x[c.b] -= both * wb1; before[c.b] -= shift * wb1;
      x[c.c] -= both * wb2; before[c.c] -= shift * wb2;
    }
  }
};

V4 at(const float* p, int i) { return V4{p[3 * i], p[3 * i + 1], p[3 * i + 2], 0}; }

}  // namespace

extern "C" {

// hinges: 4 vertices, 4 weights and a stiffness each. still: for every vertex the sorted vertices near it in the mesh,
// from still_from[i] to still_from[i + 1], which it does not feel.
Cloth* cloth_new(int n, const float* places, const float* mass, const float* offset, int edge_count, const int* edge_at,
                 const float* edge_length, const float* edge_stiffness, int hinge_count, const int* hinge_at,
                 const float* hinge_weight, const float* hinge_stiffness, int triangle_count, const int* triangles,
                 const int* still_from, const int* still, int body_count, int body_triangle_count,
                 const int* body_triangles, float thickness, float friction, float self_friction) {
  Cloth* c = new Cloth;
  c->n = n;
  for (int i = 0; i < n; i++) c->x.push_back(at(places, i));
  c->before = c->x;
  c->v.assign(n, V4{});
  c->mass.assign(mass, mass + n);
  c->w.resize(n);
  c->offset.assign(offset, offset + n);
  for (int e = 0; e < edge_count; e++)
    c->edges.push_back({edge_at[2 * e], edge_at[2 * e + 1], edge_length[e], edge_stiffness[e]});
  for (int h = 0; h < hinge_count; h++) {
    const int* a = hinge_at + 4 * h;
    const float* k = hinge_weight + 4 * h;
    c->hinges.push_back({{a[0], a[1], a[2], a[3]}, V4{k[0], k[1], k[2], k[3]}, hinge_stiffness[h]});
  }
  interleave(c->edges, n, [](const Edge& e) { return std::vector<int>{e.i, e.j}; });
  interleave(c->hinges, n, [](const Hinge& h) { return std::vector<int>(h.at, h.at + 4); });
  c->body.start(body_count, body_triangles, body_triangle_count);
  c->self.start(n, triangles, triangle_count, still_from, still, thickness);
  c->friction = friction;
  c->self_friction = self_friction;
  return c;
}

// Runs `seconds` while the body moves from `from` to `to` (its places, evenly). accelerations: m/s^2 a vertex, gravity
// among them, or null; pulls: 4 floats a vertex, a place and the share of the way there that is covered each second, or
// null. damping in 1/s; contact: factor on the cloth's thickness, 0 for none; bending: factor on its stiffness; inertia:
// factor on mass, the forces of acceleration unchanged (a slower clock for the same rest).
void cloth_run(Cloth* c, const float* from, const float* to, const float* accelerations, const float* pulls,
               float seconds, int substeps, float damping, float contact, float bending, float inertia) {
  const float dt = seconds / substeps;
  const float kept = std::max(0.0f, 1 - damping * dt);
  const float fastest = 0.15f * c->self.full_thickness / dt;
  for (int i = 0; i < c->n; i++) c->w[i] = 1 / (c->mass[i] * inertia);
  c->body.move(from, to, seconds, c->x);
  if (contact != c->contact) c->at_self.clear(), c->self.near.clear();
  c->contact = contact;
  c->self.thickness = contact * c->self.full_thickness;
  float found = 0;  // time at which the body's contacts were sought
  for (int s = 0; s < substeps; s++) {
    const float now = (s + 1) * dt;
    if (s == 0 || (s % CHECK_EVERY == 0 && c->gone(c->at_body) + c->body.fastest * (now - dt - found) > 0.4f * SLACK)) {
      found = s * dt;
      c->body.seek(c->x, c->offset, found);
      c->at_body = c->x;
    }
    if (contact > 0 && s % CHECK_EVERY == 0 && (c->at_self.empty() || c->gone(c->at_self) > 0.4f * SLACK)) {
      c->self.seek(c->x);
      c->at_self = c->x;
    }
    for (int i = 0; i < c->n; i++) {
      V4 v = c->v[i];
      if (accelerations) v += at(accelerations, i) * (dt / inertia);
      v *= kept;
      const float speed = std::sqrt(dot(v, v));
      if (speed > fastest) v *= fastest / speed;
      c->before[i] = c->x[i];
      c->x[i] += v * dt;
      if (pulls && pulls[4 * i + 3] > 0) {
        const float* p = pulls + 4 * i;
        c->x[i] += (V4{p[0], p[1], p[2], 0} - c->x[i]) * std::min(1.0f, p[3] * dt);
      }
    }
    c->stretch(dt);
    if (s % BEND_EVERY == 0) c->bend(dt, bending);
    c->touch_self();
    c->touch_body(now - found, dt);
    for (int i = 0; i < c->n; i++) c->v[i] = (c->x[i] - c->before[i]) * (1 / dt);
  }
}

void cloth_read(const Cloth* c, float* places, float* speeds) {
  for (int i = 0; i < c->n; i++)
    for (int k = 0; k < 3; k++) { places[3 * i + k] = c->x[i][k]; speeds[3 * i + k] = c->v[i][k]; }
}

void cloth_write(Cloth* c, const float* places, const float* speeds) {
  for (int i = 0; i < c->n; i++) { c->x[i] = at(places, i); c->v[i] = at(speeds, i); }
}

int cloth_contacts(const Cloth* c) { return (int)c->self.near.size(); }

void cloth_free(Cloth* c) { delete c; }

}
